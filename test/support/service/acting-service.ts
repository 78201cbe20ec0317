/** A service under the name of a real one whose method `getRule` does what the test says. */
import { METHODS } from '../../../src/gen/contract/methods.ts';
import { type Rule, RuleServiceService } from '../../../src/gen/flowarden/v1/rule.ts';
import { type CallContext, defineService, type Service } from '../../../src/rpc/server/service.ts';

export interface ActingService {
  readonly service: Service;
  /** What `getRule` does; its members go over those of an empty rule. */
  act(context: CallContext): Promise<Partial<Rule>>;
  /** Messages of `getRule` that were read. */
  messagesRead: number;
}

const EMPTY: Rule = {
  ruleId: '',
  version: 1,
  title: '',
  platforms: [],
  category: '',
  severity: '',
  confidence: '',
  kind: '',
  preset: '',
  why: '',
  fix: '',
  complianceTags: [],
  options: {},
  examples: [],
  designers: [],
  optionDetails: [],
  needsOneOf: [],
  controls: [],
};

/** Makes one. */
export function actingService(): ActingService {
  const { getRule, listRules } = RuleServiceService;
  const requestDeserialize = (bytes: Buffer) => {
    acting.messagesRead += 1;
    return getRule.requestDeserialize(bytes);
  };
  const service = defineService(
    { ...RuleServiceService, getRule: { ...getRule, requestDeserialize } },
    {
      listRules: () => ({ rules: [] }),
      getRule: async (_, context) => ({ rule: { ...EMPTY, ...(await acting.act(context)) } }),
      listPlatforms: () => ({ platforms: [] }),
    },
    { ...METHODS, [listRules.path]: { ...METHODS[listRules.path]!, scopes: ['org:admin', 'analysis:read'] } },
  );
  const acting: ActingService = { service, act: async () => ({}), messagesRead: 0 };
  return acting;
}
