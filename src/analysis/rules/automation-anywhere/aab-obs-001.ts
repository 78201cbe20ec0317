/** A large bot writes no log. */
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

/** Words in the names of bots that write the log for others. */
const LOGGER = /log(?!in|out|on|off|ist)|record|audit|記録|ログ(?!イン|オン|アウト)/i;

export const rule = defineRule('AAB-OBS-001', {
  level: 'workflow',
  *check(workflow, { options }) {
    const { size, roles } = metricsOf(workflow);
    if (size < options.minCommands || (roles.get('log') ?? 0) > 0) return;
    const logs = ({ target }: { readonly target: string | undefined }): boolean => {
      const bot = target?.slice(target.lastIndexOf('/') + 1);
      return bot === undefined || LOGGER.test(bot);
    };
    if (workflow.calls.some(logs)) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'log',
      message: `"${workflow.name}" has ${size} commands, and none of them writes a log.`,
    };
  },
});
