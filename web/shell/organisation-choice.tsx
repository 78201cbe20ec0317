/** Organisation in use, and the choice where a person has several. */
import { useLocation } from 'preact-iso/router';
import { href } from '../routing/paths.ts';
import { chooseOrganisation, organisation, session } from '../session/session.ts';

/** Shows nothing while no organisation is known. */
export function OrganisationChoice() {
  const { route } = useLocation();
  const current = organisation.value;
  const all = session.value?.organisations ?? [];
  if (current === null) return null;
  if (all.length === 1)
    return (
      <div class="organisation">
        <div class="organisation-name" title={current.name}>
          <bdi>{current.name}</bdi>
        </div>
      </div>
    );
  return (
    <select
      class="input"
      aria-label="Organisation"
      value={current.id}
      onChange={(event) => {
        // The page may be about a thing that the other organisation does not have.
        route(href('/', null));
        chooseOrganisation(event.currentTarget.value);
      }}
    >
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
