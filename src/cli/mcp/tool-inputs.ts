/** Inputs that several tools take. */
import { z } from 'zod';
import { PLATFORM_NAMES, PLATFORMS } from '../../analysis/model/platform.ts';

const PATHS_MAX = 100;
const PATH_CHARACTERS_MAX = 4096;

/** Path of a file, or a name of that length. */
export const PATH_INPUT = z.string().min(1).max(PATH_CHARACTERS_MAX);
/** Files, folders and archives of one call. */
export const PATHS_INPUT = z.array(PATH_INPUT).max(PATHS_MAX);
/** Offset of a page. */
export const OFFSET_INPUT = z.number().int().min(0).default(0);
/** A platform by the name that the command takes. */
export const PLATFORM_INPUT = z.enum(
  PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]) as [string, ...string[]],
);
