/** Short texts in one line, with a dot between them. */
import { Breakable } from './breakable.tsx';

/** Shows the present parts, each in its own text direction. */
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
