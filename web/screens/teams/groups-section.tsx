/** Groups of the identity provider, and the roles and teams that they give. */
import { useState } from 'preact/hooks';
import { listGroupMappings, type Team, type WrittenMapping } from '../../api/calls/teams.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { Button } from '../../parts/form/button.tsx';
import { MappingDialog } from './mapping-dialog.tsx';

/** Lists the mappings, and adds and changes them. It shows nothing without an identity provider. */
export function GroupsSection({ teams }: { readonly teams: readonly Team[] }) {
  const { data } = useCall(listGroupMappings, {});
  const [open, setOpen] = useState<WrittenMapping | null>(null);
  if (!data?.claim) return null;
  return (
    <>
      <h2>Groups</h2>
      <DataTable
        label="Groups"
        columns={columnsOf(teams, setOpen)}
        rows={data.mappings}
        keyOf={({ id }) => id}
      />
      <Button onClick={() => setOpen(NEW)}>Add group</Button>
      {open && <MappingDialog mapping={open} teams={teams} onClose={() => setOpen(null)} />}
    </>
  );
}

const NEW: WrittenMapping = { id: '', group: '', role: 'viewer', teamsOnly: false, teamIds: [] };

const columnsOf = (
  teams: readonly Team[],
  change: (mapping: WrittenMapping) => void,
): readonly Column<WrittenMapping>[] => [
  {
    key: 'group',
    label: 'Group',
    cell: (mapping) => (
      <Button onClick={() => change(mapping)}>
        <bdi>{mapping.group}</bdi>
      </Button>
    ),
  },
  {
    key: 'gives',
    label: 'Role',
    cell: ({ role, teamIds }) =>
      [role, ...teams.filter(({ id }) => teamIds.includes(id)).map(({ name }) => name)].join(', '),
  },
];
