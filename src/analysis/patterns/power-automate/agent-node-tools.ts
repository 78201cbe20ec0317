/** Tools of an agent that a cloud flow defines in one of its actions. */
import type { Activity, Property } from '../../model/workflow.ts';

/** A tool of an agent node. */
export interface AgentNodeTool {
  readonly name: string;
  /** The setting with the vendor's name for its kind: `McpTool`, `ConnectorTool`. */
  readonly kind: Property;
  /** Settings of the tool by their name in it: `operationId`, `toolInputs.0.name`. */
  readonly settings: ReadonlyMap<string, Property>;
}

const COMPONENT = /^inputs\.parameters\.body\/definition\.components\.\d{1,4}\./;
const DIALOG = 'dialog.';

/** Returns the tools of an agent node; none of any other action. Names from exports of Copilot Studio's workflow designer. */
export function agentNodeTools({ role, properties }: Activity): readonly AgentNodeTool[] {
  if (role !== 'ai') return [];
  const components = Map.groupBy(properties, ({ name }) => COMPONENT.exec(name)?.[0] ?? '');
  components.delete('');
  return [...components].flatMap(([prefix, own]) => {
    const settings = new Map(
      own
        .filter(({ name }) => name.startsWith(DIALOG, prefix.length))
        .map((property) => [property.name.slice(prefix.length + DIALOG.length), property]),
    );
    const kind = settings.get('$kind');
    const name = own.find((property) => property.name === `${prefix}displayName`)?.text ?? 'Tool';
    return kind === undefined ? [] : [{ name, kind, settings }];
  });
}
