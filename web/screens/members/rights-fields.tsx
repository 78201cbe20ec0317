/** Fields with the rights of a member. */
import type { MemberRights } from '../../api/calls/members.ts';
import { CheckField, SelectField } from '../../parts/form/fields.tsx';
import { isNarrowable, ROLE_OPTIONS, roleAbout } from './role-words.ts';

interface RightsFieldsProps {
  readonly rights: MemberRights;
  readonly onChange: (rights: MemberRights) => void;
}

/** Shows the role, and whether it counts for the teams of the member alone. Roles that decide have no such choice. */
export function RightsFields({ rights: { role, teamsOnly }, onChange }: RightsFieldsProps) {
  return (
    <>
      <SelectField
        label="Role"
        value={role}
        options={ROLE_OPTIONS}
        hint={roleAbout(role)}
        onChange={(next) => onChange({ role: next, teamsOnly: teamsOnly && isNarrowable(next) })}
      />
      {isNarrowable(role) && (
        <CheckField
          label={
            <>
              Only what their teams own
              <span class="cell-note">
                They see the repositories that their teams own as a whole. Without a team, they see nothing.
              </span>
            </>
          }
          checked={teamsOnly}
          onChange={(isOn) => onChange({ role, teamsOnly: isOn })}
        />
      )}
    </>
  );
}
