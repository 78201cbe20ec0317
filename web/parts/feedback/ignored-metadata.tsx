/** Members of the submitted metadata that were not understood. */

/** Names the members; shows nothing where all were understood. */
export function IgnoredMetadata({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p class="soft">
      Members of the metadata that were not understood and are not stored:{' '}
      {names.map((name, index) => (
        <>
          {index > 0 && ', '}
          <code>
            <bdi>{name}</bdi>
          </code>
        </>
      ))}
    </p>
  );
}
