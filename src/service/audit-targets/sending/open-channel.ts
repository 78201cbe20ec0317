/** Opens the channel of a target by its kind. */
import type { AuditTargetInterface } from '../audit-target.ts';
import type { TargetChannel } from './channel.ts';
import { openHttpChannel } from './http-channel.ts';
import { elasticDialect, genericDialect, splunkDialect } from './http-dialects.ts';
import { openSyslogChannel, type SyslogChannelOptions } from './syslog-channel.ts';

const OPEN = {
  https: (options) => openHttpChannel(genericDialect(options.place, options.version), options),
  splunk: (options) => openHttpChannel(splunkDialect(options.place, options.version, options.host), options),
  elastic: (options) => openHttpChannel(elasticDialect(options.place, options.version), options),
  syslog: openSyslogChannel,
} as const satisfies Record<AuditTargetInterface, (options: SyslogChannelOptions) => TargetChannel>;

/** Opens it. @throws AppError when the operator does not allow the address any more */
export function openChannel(options: SyslogChannelOptions): TargetChannel {
  return OPEN[options.place.kind](options);
}
