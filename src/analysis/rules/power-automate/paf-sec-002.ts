/** A key or token in a header or in the address of a request. */
import { derivedOfList } from '../../model/interning/derived.ts';
import {
  requestPlaceOf,
  secretInRequest,
  secretParameters,
} from '../../patterns/power-automate/request-secrets.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { defineRule } from '../define-rule.ts';

const lowerCased = derivedOfList((names) => names.map((name) => name.toLowerCase()));

export const rule = defineRule('PAF-SEC-002', {
  languages: ['workflow-definition', 'power-fx'],
  includeDisabled: true,
  ...literalCredentialRule<{ headers: readonly string[]; params: readonly string[] }>({
    words: ['headers.', 'queries.', '.uri', '.url', '.path', '/uri', '/url', '/path'],
    least: 'certain',
    *whole({ workflow, assignment: { at } }, options) {
      const { container, isAddress } = requestPlaceOf(at);
      const params = lowerCased(options.params);
      if (container !== '') {
        const listed = container === 'headers' ? lowerCased(options.headers) : params;
        const secret = secretInRequest(workflow, at, listed);
        if (secret !== undefined) yield { texts: [secret] };
      } else if (isAddress)
        for (const { name, text } of secretParameters(workflow, at, params))
          yield { texts: [text], part: name };
    },
    problem({ masked, part }, { assignment: { at }, activity }) {
      const { container, name } = requestPlaceOf(at);
      const where = container === 'headers' ? `header "${name}"` : `query parameter "${name}"`;
      const fixed = `"${activity?.name}" sends a fixed secret in the ${where}: ${masked}.`;
      const inAddress = `"${activity?.name}" has a secret in its address, as the parameter "${part}": ${masked}.`;
      if (part === undefined) return { subject: at.name, message: fixed };
      return { subject: `${at.name}?${part}`, message: inAddress };
    },
  }),
});
