/** Facts about an activity as `flowarden explain` prints them. */
import {
  type ActivityFacts,
  type PropertyFacts,
  uipathActivities,
} from '../../analysis/facts/activity-facts.ts';
import { scopesByType } from '../../analysis/facts/scope-facts.ts';

function propertyText({ name, type, isRequired, isOutput, members }: PropertyFacts): string {
  const marks = [isRequired ? 'required' : '', isOutput ? 'output' : ''].filter((mark) => mark !== '');
  const legal = members === undefined ? '' : `: ${members.join(', ')}`;
  return `  ${[name, type === '?' ? '' : type, ...marks].filter((part) => part !== '').join(', ')}${legal}`;
}

function activityText({ type, package: from, page, properties }: ActivityFacts): readonly string[] {
  const scope = scopesByType().get(type);
  return [
    `${type}: activity of ${from.name}${from.version === '' ? '' : ` ${from.version}`}`,
    ...(scope === undefined ? [] : [`Has to stand in: ${scope.title}`]),
    ...(properties.length === 0 ? [] : ['Properties:', ...properties.map(propertyText)]),
    `Source: ${from.source}/${page}.md (UiPath)`,
    '',
  ];
}

/** Returns the facts about a UiPath activity by its type, in any case; undefined for an unknown type. */
export function explainActivity(subject: string): string | undefined {
  const wanted = subject.toLowerCase();
  const found = [...uipathActivities()].find(([type]) => type.toLowerCase() === wanted)?.[1];
  return found?.flatMap(activityText).join('\n');
}
