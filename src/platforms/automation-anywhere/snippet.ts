/** Makes a whole task bot from a fragment, so that examples can be short. */

type Json = Record<string, unknown>;

/** Members that every bot has, for fragments that leave them out. */
const EMPTY_BOT = { nodes: [], variables: [], packages: [] };
const LISTS = ['nodes', 'children', 'branches', 'triggers'];

function parseFragment(fragment: string): Json {
  const trimmed = fragment.trim();
  if (trimmed.startsWith('"')) return JSON.parse(`{${trimmed}}`) as Json;
  const entries = JSON.parse(`[${trimmed}]`) as Json[];
  const [first] = entries;
  return first !== undefined && !('commandName' in first) ? first : { nodes: entries };
}

/** Gives every command and trigger without a `uid` one that says where it stands. */
function addIds(holder: Json, prefix: string): void {
  for (const list of LISTS) {
    const entries = Array.isArray(holder[list]) ? (holder[list] as Json[]) : [];
    entries.forEach((entry, index) => {
      const id = `${prefix}${list[0]}${index + 1}`;
      entry.uid ??= id;
      addIds(entry, `${id}.`);
    });
  }
}

/**
 * Wraps a fragment into the smallest bot around it. A fragment is one command or several with commas between them,
 * or members of a bot (`"nodes": […], "variables": […]`). A whole bot is returned as it is.
 */
export function snippet(fragment: string): string {
  const parsed = parseFragment(fragment);
  if ('packages' in parsed) return fragment;
  const bot = { ...EMPTY_BOT, ...parsed };
  addIds(bot, '');
  return JSON.stringify(bot);
}
