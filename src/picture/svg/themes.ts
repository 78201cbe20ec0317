/** Colours of pictures that stand alone. They are those of the app, as programs that draw images know no other notation. */
import type { Severity } from '../../analysis/model/rule.ts';

export const THEME_NAMES = ['light', 'dark'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

export interface Theme {
  readonly canvas: string;
  readonly surface: string;
  /** Surfaces of containers, by depth in turn. */
  readonly containers: readonly [string, string];
  readonly border: string;
  readonly line: string;
  readonly error: string;
  readonly text: string;
  readonly softText: string;
  readonly accent: string;
  /** Letters on a severity. */
  readonly onSeverity: string;
  readonly severities: Readonly<Record<Severity, string>>;
}

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    canvas: '#f8f9fb',
    surface: '#ffffff',
    containers: ['#eff1f5', '#f8f9fb'],
    border: '#d3d7df',
    line: '#8b92a1',
    error: '#b3590f',
    text: '#1d2230',
    softText: '#5a6172',
    accent: '#3a55c4',
    onSeverity: '#ffffff',
    severities: { critical: '#b21f2d', high: '#b3590f', medium: '#806000', low: '#50698a' },
  },
  dark: {
    canvas: '#12151b',
    surface: '#20252f',
    containers: ['#181c24', '#1d222b'],
    border: '#394150',
    line: '#7c8698',
    error: '#f0a35e',
    text: '#e9ebf1',
    softText: '#a4acbc',
    accent: '#9db4ff',
    onSeverity: '#14171e',
    severities: { critical: '#ff8a86', high: '#f5b06a', medium: '#e3cb66', low: '#a3b8d8' },
  },
};
