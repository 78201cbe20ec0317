/** Reader of Automation Anywhere A360 task bots. */
import type { PlatformReader } from '../platform.ts';
import { readBot } from './parse.ts';
import { findBot } from './recognise.ts';
import { snippet } from './snippet.ts';

/** Automation Anywhere: JSON documents of commands, as the Control Room exports and versions them. */
export const automationAnywhere: PlatformReader = {
  platform: 'automation-anywhere',
  recognise: (file) =>
    file.syntax === 'json' && findBot(file.json()) !== undefined ? 'automation-anywhere-bot' : undefined,
  read: (file) => [readBot(file)],
  snippet,
};
