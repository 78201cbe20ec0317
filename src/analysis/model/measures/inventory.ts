/** Inventory of a file: the names of what it touches. */
import type { Options } from '../rule-option.ts';

/** Kinds of things that a workflow touches. */
export const INVENTORY_KINDS = [
  'activity_type',
  'connector',
  'operation',
  'host',
  'mail_domain',
  'package',
  'locker',
  'asset',
  'queue',
  'application',
  'call',
] as const;
export type InventoryKind = (typeof INVENTORY_KINDS)[number];

/** Number of places by kind and name of what a file touches, as `host:erp.corp.example`. */
export type Inventory = Readonly<Record<string, number>>;

/** Part of an inventory that a rule judges by its names. */
export interface InventoryUse<O extends Options = Options> {
  readonly kind: InventoryKind;
  /** Lists the names that the check can report; if there are none, it finds nothing. */
  reported(names: readonly string[], options: O): readonly string[];
  /** Present if each reported name, or each place of one, is a problem with the name as its subject. */
  readonly each?: 'name' | 'place';
  /** Returns the subject of the problem of a name; absent: the name. */
  subjectOf?(name: string): string;
}
