/** API key in the examples of answers. */
export const keyExample = {
  id: 'b7Xk20Qd',
  name: 'CI of the invoice robots',
  preview: 'fwd_live_b7Xk20Qd_…',
  scopes: ['analysis:write'],
  status: 'active',
  createdAt: '2026-03-02T09:41:07.120Z',
  createdBy: 'Ada Example',
  expiresAt: '2027-03-02T09:41:07.120Z',
  lastUsedAt: null,
  rotatedAt: null,
  previousSecretExpiresAt: null,
  revokedAt: null,
  wireCase: null,
};
