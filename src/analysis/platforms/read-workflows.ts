/** Registry of platforms, and the way from bytes to workflows. */
import { AppError } from '../../errors.ts';
import { bothNames, PLATFORMS, type Platform, platformName } from '../model/platform.ts';
import type { FileKind, Workflow } from '../model/workflow.ts';
import { automationAnywhere } from './automation-anywhere/index.ts';
import { bluePrism } from './blue-prism/index.ts';
import type { InputFile } from './input-file.ts';
import type { PlatformReader } from './platform.ts';
import { powerAutomate } from './power-automate/index.ts';
import { uipath } from './uipath/index.ts';

/** Every reader, in the order of recognition. Their kinds exclude each other. */
export const PLATFORM_READERS: readonly PlatformReader[] = [
  uipath,
  powerAutomate,
  automationAnywhere,
  bluePrism,
];

/** Platform and kind of a recognised file. */
export interface Recognition {
  readonly reader: PlatformReader;
  readonly kind: FileKind;
}

/** Words that stand near the start of workflow files: a damaged file that has one was meant to be a workflow. */
const XML_MARKERS = ['netfx/2009/xaml/activities', 'bpversion=', 'blueprism.co.uk/product/'];
const MARKERS = [
  ...XML_MARKERS,
  '"studioVersion"',
  'workflowdefinition.json',
  'Microsoft.Flow/flows',
  '"commandName"',
];
const SNIFF_BYTES = 256 * 1024;

function looksLikeWorkflow(file: InputFile): boolean {
  const start = file.bytes.subarray(0, SNIFF_BYTES);
  // A page of another product may mention a `"commandName"`, and is no bot.
  const markers = file.syntax === 'xml' ? XML_MARKERS : MARKERS;
  return markers.some((marker) => start.includes(marker));
}

function unsupported(file: InputFile): AppError {
  for (const { explain } of PLATFORM_READERS) {
    const reason = explain?.(file);
    if (reason !== undefined) return new AppError('unsupported_file_type', reason, { filename: file.name });
  }
  const what =
    file.syntax === 'zip'
      ? 'is an archive without workflows of UiPath, Power Automate, Automation Anywhere A360 or Blue Prism'
      : 'is not a workflow of UiPath, Power Automate, Automation Anywhere A360 or Blue Prism';
  return new AppError('unsupported_file_type', `"${file.name}" ${what}.`, { filename: file.name });
}

/**
 * Finds the platform and kind of a file by its content.
 * @throws AppError `unsupported_file_type` when it is of no platform, `unparsable_file` when it was meant to be a
 * workflow.
 */
export function recognise(file: InputFile): Recognition {
  try {
    for (const reader of PLATFORM_READERS) {
      const kind = reader.recognise(file);
      if (kind !== undefined) return { reader, kind };
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unparsable_file' && !looksLikeWorkflow(file))
      throw unsupported(file);
    throw error;
  }
  throw unsupported(file);
}

/**
 * Reads the workflows of a file.
 * @param wanted the platform that the caller named; undefined: any.
 * @throws AppError as `recognise`, and `platform_mismatch` when the file is another platform's.
 */
export function readWorkflows(
  file: InputFile,
  wanted?: Platform,
): { readonly platform: Platform; readonly kind: FileKind; readonly workflows: readonly Workflow[] } {
  const { reader, kind } = recognise(file);
  if (wanted !== undefined && reader.platform !== wanted) {
    const actual = reader.platform;
    throw new AppError(
      'platform_mismatch',
      `"${file.name}" is a file of ${PLATFORMS[actual].title}, ${bothNames(actual)}, not of ${PLATFORMS[wanted].title}, ${bothNames(wanted)}. Send platform=${platformName(actual)} or platform=${platformName(actual, 'vendor')}.`,
      { platform: platformName(wanted), recognisedPlatform: platformName(actual) },
    );
  }
  return { platform: reader.platform, kind, workflows: reader.read(file, kind) };
}
