/** Fields of the organisation's settings. */
import type { OrganisationSettings } from '../../api/calls/settings.ts';
import { NewRulesNote } from '../../parts/feedback/new-rules-note.tsx';
import { CheckField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { MODE_OPTIONS, RULESET_OPTIONS } from './setting-words.ts';

/** Members of the settings that people change. */
type Setting = Exclude<keyof OrganisationSettings, 'orgId' | 'updatedAt' | 'updatedBy'>;

/** Setting → its label; one that is forgotten does not compile. */
export const SETTING_LABELS: Readonly<Record<Setting, string>> = {
  name: 'Name of the organisation',
  enforcementMode: 'Enforcement mode',
  ruleset: 'Ruleset',
  scoreAlertThreshold: 'Alert below a score of',
  scoreAlertKind: 'Alert',
  exceptionWarningDays: 'Warn before an exception ends (days)',
  exceptionWildcardSeverity: 'Exceptions for any file or place',
  exceptionsNeedProof: 'Exceptions for a repository need proof of the repository',
  approvalNeedsProof: 'Files in a tenant are approved by proven runs only',
  exceptionGrantDays: 'New members cannot approve for who invited them (days)',
  retentionDays: 'Keep results (days)',
  defaultBranches: 'Default branches',
  includeVendor: 'Also check unmodified vendor objects',
  includeLogicApps: 'Also check Azure Logic Apps (Standard)',
  blockUnanalysed: 'Block known files that were not analysed',
  newRuleGraceDays: 'Grace period of rules that an upgrade brings (days)',
  keepOutlines: 'Keep pictures of workflows',
  keepChannels: 'Show which workflows feed each other',
  wireCase: 'Spelling of names in API answers',
};

interface SettingsFieldsProps {
  readonly value: OrganisationSettings;
  readonly onChange: (changes: Partial<OrganisationSettings>) => void;
}

const label = (setting: Setting): string => SETTING_LABELS[setting];

/** Shows the name, and what decides about runs: mode, ruleset, comparison. */
export function RunFields({ value, onChange }: SettingsFieldsProps) {
  return (
    <>
      <TextField
        label={label('name')}
        value={value.name}
        required
        maxLength={128}
        hint="People see it in the app, and auditors on each print."
        onInput={(name) => onChange({ name })}
      />
      <SelectField
        label={label('enforcementMode')}
        value={value.enforcementMode}
        options={MODE_OPTIONS}
        hint="Holds for runs that name no mode and whose environment names none."
        onChange={(enforcementMode) => onChange({ enforcementMode })}
      />
      <SelectField
        label={label('ruleset')}
        value={value.ruleset}
        options={RULESET_OPTIONS}
        onChange={(ruleset) => onChange({ ruleset })}
      />
      <TextField
        label={label('defaultBranches')}
        value={value.defaultBranches.join(', ')}
        required
        hint="A run is compared with these when its own branch has no earlier run. Separate them by commas."
        onInput={(text) => onChange({ defaultBranches: text.split(',').map((branch) => branch.trim()) })}
      />
      <CheckField
        label={label('includeVendor')}
        checked={value.includeVendor}
        onChange={(includeVendor) => onChange({ includeVendor })}
      />
      <CheckField
        label={label('includeLogicApps')}
        checked={value.includeLogicApps}
        onChange={(includeLogicApps) => onChange({ includeLogicApps })}
      />
      <CheckField
        label={label('blockUnanalysed')}
        checked={value.blockUnanalysed}
        onChange={(blockUnanalysed) => onChange({ blockUnanalysed })}
      />
      <TextField
        label={label('newRuleGraceDays')}
        type="number"
        required
        value={String(value.newRuleGraceDays)}
        hint="Meanwhile their findings are at most medium. 0: they count at once."
        onInput={(text) => onChange({ newRuleGraceDays: Number(text) })}
      />
      <NewRulesNote />
    </>
  );
}

/** Shows what decides about alerts and exceptions. */
export function AlertFields({ value, onChange }: SettingsFieldsProps) {
  const threshold = value.scoreAlertThreshold;
  return (
    <>
      <TextField
        label={label('scoreAlertThreshold')}
        type="number"
        value={threshold === null ? '' : String(threshold)}
        hint="2 to 100; empty: no alerts."
        onInput={(text) => onChange({ scoreAlertThreshold: text === '' ? null : Number(text) })}
      />
      {threshold !== null && (
        <SelectField
          label={label('scoreAlertKind')}
          value={value.scoreAlertKind}
          options={[
            ['level', 'For every run below it'],
            ['crossing', 'For the run that falls below it'],
          ]}
          onChange={(scoreAlertKind) => onChange({ scoreAlertKind })}
        />
      )}
      <TextField
        label={label('exceptionWarningDays')}
        type="number"
        required
        value={String(value.exceptionWarningDays)}
        onInput={(text) => onChange({ exceptionWarningDays: Number(text) })}
      />
      <SelectField
        label={label('exceptionWildcardSeverity')}
        value={value.exceptionWildcardSeverity}
        options={[
          ['none', 'Not allowed'],
          ['low', 'For low findings'],
          ['medium', 'Up to medium findings'],
          ['high', 'Up to high findings'],
          ['critical', 'For all findings'],
        ]}
        onChange={(exceptionWildcardSeverity) => onChange({ exceptionWildcardSeverity })}
      />
      <CheckField
        label={label('exceptionsNeedProof')}
        checked={value.exceptionsNeedProof}
        onChange={(exceptionsNeedProof) => onChange({ exceptionsNeedProof })}
      />
      <CheckField
        label={label('approvalNeedsProof')}
        checked={value.approvalNeedsProof}
        onChange={(approvalNeedsProof) => onChange({ approvalNeedsProof })}
      />
      <TextField
        label={label('exceptionGrantDays')}
        type="number"
        required
        value={String(value.exceptionGrantDays)}
        hint="Holds for a new role too. 0: no limit."
        onInput={(text) => onChange({ exceptionGrantDays: Number(text) })}
      />
    </>
  );
}

/** Shows what decides about stored results and the API. */
export function StorageFields({ value, onChange }: SettingsFieldsProps) {
  return (
    <>
      <TextField
        label={label('retentionDays')}
        type="number"
        required
        value={String(value.retentionDays)}
        hint="A shorter time deletes older results."
        onInput={(text) => onChange({ retentionDays: Number(text) })}
      />
      <CheckField
        label={label('keepOutlines')}
        checked={value.keepOutlines}
        onChange={(keepOutlines) => onChange({ keepOutlines })}
      />
      <CheckField
        label={label('keepChannels')}
        checked={value.keepChannels}
        onChange={(keepChannels) => onChange({ keepChannels })}
      />
      <SelectField
        label={label('wireCase')}
        value={value.wireCase}
        options={[
          ['camel', 'camelCase'],
          ['snake', 'snake_case'],
        ]}
        onChange={(wireCase) => onChange({ wireCase })}
      />
    </>
  );
}
