/** Names that may break where a path has its separators, so that narrow columns do not cut through words. */

/** Names that are longer break anywhere: each place is an element. */
const CHARACTERS_MAX = 300;

/** Shows the text in a direction of its own. */
export function Breakable({ text }: { readonly text: string }) {
  const parts = text.length > CHARACTERS_MAX ? [text] : text.split(/(?<=\w[/\\_])/);
  return <bdi>{parts.map((part, index) => (index === 0 ? part : [<wbr key={part} />, part]))}</bdi>;
}
