/** Section with the groups of the identity provider, and what they gave. */
import { getOwnGroups } from '../../api/calls/people.ts';
import { useCall } from '../../api/use-call.ts';

/** Shows which groups came with the last sign-in or refresh. It shows nothing when none have come. */
export function GroupsSection() {
  const { data } = useCall(getOwnGroups, {});
  if (!data?.claim) return null;
  return (
    <section class="section">
      <h2>Groups</h2>
      <p>
        <bdi>{data.groups.join(', ')}</bdi> {data.problem}
      </p>
      {data.organisations.map((given) => (
        <p key={given.id}>
          <bdi>{given.name}</bdi>: {[given.role, ...given.teams].join(', ')} {given.problem}
        </p>
      ))}
    </section>
  );
}
