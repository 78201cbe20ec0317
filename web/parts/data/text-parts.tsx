/** Short texts in one line, with a dot between them. */
import { Breakable } from './breakable.tsx';

/** Shows those that are there; each in a direction of its own, as people chose them. */
export function TextParts({ parts }: { readonly parts: readonly (string | null | undefined)[] }) {
  const present = parts.filter((part) => part !== null && part !== undefined && part !== '');
  return (
    <>
      {present.map((part, index) => (
        <span key={part}>
          {index > 0 && ' · '}
          <Breakable text={part!} />
        </span>
      ))}
    </>
  );
}
