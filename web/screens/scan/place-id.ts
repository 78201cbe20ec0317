/** Returns the id of the element of a finding, by its position in the report. */
export function placeId(position: number): string {
  return `finding-${position}`;
}
