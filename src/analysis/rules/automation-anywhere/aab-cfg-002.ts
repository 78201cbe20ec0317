/** A server of one environment that a command names itself. */
import { literalOf } from '../../model/navigate.ts';
import { isAddressSetting } from '../../patterns/texts/address-setting.ts';
import { defineRule } from '../define-rule.ts';

const SERVER = /^(?:server|serverHost|host|hostName)$/i;
const HOST = /^(?:https?:\/\/)?([a-z\d][\w.-]{1,200})(?::\d{1,5})?(?:[/?#]|$)/i;
const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}$/;
const INTERNAL = /\.(?:local|corp|lan|internal|intranet|intern)$/i;
/** Words by which a host says of which environment it is. */
const ENVIRONMENT =
  /(?:^|[.-])(?:dev|test|tst|uat|qa|int|stage|staging|preprod|sandbox|prod|prd)\d{0,2}(?=[.-])/i;

/** Returns whether another environment has another server in place of a host. */
const isOfEnvironment = (host: string): boolean =>
  PRIVATE.test(host) || INTERNAL.test(host) || ENVIRONMENT.test(host);

export const rule = defineRule('AAB-CFG-002', {
  level: 'activity',
  roles: ['database', 'http', 'email', 'ui', 'file'],
  *check(command) {
    for (const property of command.properties) {
      if (property.direction === 'out' || !(SERVER.test(property.name) || isAddressSetting(property)))
        continue;
      const host = HOST.exec((literalOf(property) ?? '').trim())?.[1]?.toLowerCase();
      if (host === undefined || !isOfEnvironment(host)) continue;
      yield {
        at: property,
        subject: property.name,
        group: host,
        message: `"${command.name}" on line ${command.editorLine} connects to the fixed server "${host}".`,
      };
    }
  },
});
