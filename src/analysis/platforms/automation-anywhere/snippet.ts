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

/** Repeats entries that have `times`, and gives every command without a `uid` one that states its place. */
function complete(holder: Json, prefix: string): void {
  for (const list of LISTS) {
    if (!Array.isArray(holder[list])) continue;
    const entries = (holder[list] as Json[]).flatMap(repeated);
    entries.forEach((entry, index) => {
      const id = `${prefix}${list[0]}${index + 1}`;
      entry.uid ??= id;
      complete(entry, `${id}.`);
    });
    holder[list] = entries;
  }
}

function repeated({ times = 1, ...entry }: Json): Json[] {
  return Array.from({ length: times as number }, () => structuredClone(entry));
}

/**
 * Wraps a fragment into the smallest bot around it. A fragment is one command or several with commas between them,
 * or members of a bot (`"nodes": […], "variables": […]`); `"times": 300` in a command stands for so many of it. A
 * whole bot is returned as it is.
 */
export function botSnippet(fragment: string): string {
  const parsed = parseFragment(fragment);
  if ('packages' in parsed) return fragment;
  const bot = { ...EMPTY_BOT, ...parsed };
  complete(bot, '');
  return JSON.stringify(bot);
}
