/** A workflow reads a secret from an asset that shows its value to everyone with access to assets. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-009', {
  level: 'activity',
  types: ['GetRobotAsset', 'GetAsset'],
  *check(activity) {
    const asset = propertyOf(activity, 'AssetName');
    const name = literalOf(asset);
    if (asset === undefined || name === undefined || secretness(name) === 'no') return;
    // Newer packages read Secret assets with the same activity.
    if (propertyOf(activity, 'TypeArguments')?.text.includes('SecureString') === true) return;
    yield {
      at: asset,
      message: `"${activity.name}" reads the secret "${name.slice(0, 100)}" from an unprotected asset.`,
      subject: asset.name,
    };
  },
});
