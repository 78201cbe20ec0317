/** Passwords in descriptions and comments, and prose that only speaks of one. */
import { passwordInProse } from '../../../src/analysis/patterns/secrets/prose-password.ts';
import { rows } from '../../support/rows.ts';

rows('passwordInProse', passwordInProse, [
  ['mail server, user bot01, password Nordwind-71', 'Nordwind-71'],
  ['Password: nordwind71', 'nordwind71'],
  ['user/password: bot01/Nordwind71', 'bot01/Nordwind71'],
  ['Das Passwort ist "Nordwind-71".', 'Nordwind-71'],
  ['Kennwort = Nordwind71, bitte nicht weitergeben', 'Nordwind71'],
  ['pwd:Nordwind71', 'Nordwind71'],
  ['Senha: Nordwind71', 'Nordwind71'],
  ['La contraseña es Nordwind71', 'Nordwind71'],
  ['The password is stored in asset ERP2.', undefined],
  ['password for user bot01', undefined],
  ['Password: see locker Mail2', undefined],
  ['Password: $vPassword1$', undefined],
  ['Password: in_Password1', undefined],
  ['Password: ERP_PROD_01', undefined],
  ['Password: Config.ErpLogin1', undefined],
  ['password 8 characters', undefined],
  ['Password: 8-16', undefined],
  ['password bot01@example.org', undefined],
  ['Password: <your-key-1>', undefined],
  ['Types password Step2', undefined],
  ['strPassword2 = Nordwind', undefined],
]);
