/** Faults of tokens in words. */
import { errors } from 'jose';

/** Describes an error of jose as the end of a sentence about the token. It holds no part of the token. */
export function tokenFaultOf(error: unknown, algorithms: readonly string[]): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return `its claim ${error.claim} is missing`;
    if (error.claim === 'nbf') return 'it is not valid yet';
    return `its claim ${error.claim} is not the expected one`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return `its algorithm is none of ${algorithms.join(', ')}`;
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'it was signed with a key that the issuer does not publish';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'it does not say which key signed it';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong';
  if (error instanceof errors.JOSEError) return 'it cannot be read as a signed JWT';
  // A published key that is damaged, too short or of another kind than the algorithm needs.
  return "the issuer's key cannot check it";
}
