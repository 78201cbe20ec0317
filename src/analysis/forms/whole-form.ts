/** The form of a file as one digest, also of a release with many parts. */
import { AppError } from '../../errors.ts';
import type { WholeForm } from '../model/measures/whole-form.ts';
import type { InputFile } from '../platforms/input-file.ts';
import { FormDigest } from './digest.ts';
import { type FileForm, FORM_VERSION, formsOf } from './form.ts';

/** Parts of a release that have forms of their own; a larger release is compared as a whole alone. */
const PARTS_MAX = 500;

/**
 * Returns the form of a file; undefined for archives, whose members have forms of their own, and for files that cannot be
 * compared but by their bytes. A release of one part has the form of that part.
 */
export function wholeFormOf(file: InputFile): WholeForm | undefined {
  if (file.syntax === 'zip') return undefined;
  const forms = readableForms(file);
  const [first] = forms;
  if (first === undefined) return undefined;
  if (forms.length === 1)
    return { version: FORM_VERSION, form: first.form, connections: first.connections, parts: [] };
  const whole = new FormDigest();
  whole.add('f', `flowarden ${FORM_VERSION} release`);
  const parts = [...new Set(forms.map(({ form }) => form))].sort();
  for (const line of forms.map(({ part, form }) => `${form} ${part}`).sort()) whole.add('p', line);
  return {
    version: FORM_VERSION,
    form: whole.end(),
    connections: null,
    parts: parts.length > PARTS_MAX ? [] : parts,
  };
}

function readableForms(file: InputFile): readonly FileForm[] {
  try {
    return formsOf(file);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}
