/** Weak cryptographic algorithms that Visual Basic or C# uses. */
import type { Expr } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';

/** Classes of .NET, not names that merely begin alike. */
const CLASS = /^((?:HMAC)?(?:MD5|SHA1)|(?:Triple)?DES|RC2)(?:CryptoServiceProvider|Managed|Cng)$/i;
const ALGORITHM = /^(?:(?:HMAC)?(?:MD5|SHA1)|(?:Triple)?DES|RC2)$/i;
/** Types whose `Create` takes the name of an algorithm. */
const FACTORY = /Algorithm$|^HMAC$|^CryptoConfig$/i;

/** Returns the name of what a node calls or creates, or its last name. */
const nameOf = (node: Expr): string =>
  node.kind === 'new' || node.kind === 'call' ? calledName(node) : (lastName(node) ?? '');

/** Returns the object of a member, by its last name; '' for none. */
const ownerOf = (node: Expr): string =>
  node.kind === 'member' && node.object !== null ? (lastName(node.object) ?? '') : '';

/** Returns the algorithm of a class that a node creates or uses: `New MD5Cng`, `MD5.Create()`. */
function classIn(node: Expr): string | undefined {
  const name = nameOf(node);
  const isCalled = node.kind === 'new' || node.kind === 'call';
  if (isCalled && ALGORITHM.test(name)) return name;
  const owner = ownerOf(node);
  return ALGORITHM.test(owner) && /^(?:Create|HashData)$/i.test(name) ? owner : CLASS.exec(name)?.[1];
}

/** Returns the algorithm that `RSA.SignData(data, HashAlgorithmName.SHA1)` names. */
function namedIn(node: Expr): string | undefined {
  const isNamed = /^HashAlgorithmName$/i.test(ownerOf(node)) && /^(?:MD5|SHA1)$/i.test(nameOf(node));
  return isNamed ? nameOf(node) : undefined;
}

/** Returns the algorithm of `HashAlgorithm.Create("MD5")`, where it is a weak one. */
function createdIn(node: Expr, weak: ReadonlySet<string>): string | undefined {
  if (node.kind !== 'call' || !/^create(?:fromname)?$/.test(calledName(node))) return undefined;
  const name = FACTORY.test(ownerOf(node.callee)) ? node.args[0]?.value : undefined;
  return name?.kind === 'literal' && weak.has(name.value.toLowerCase()) ? name.value : undefined;
}

const isEcb = (node: Expr): boolean => /^CipherMode$/i.test(ownerOf(node)) && /^ECB$/i.test(nameOf(node));

/** Returns the weak algorithm that code uses, by the surest sign of one. */
export function weakAlgorithmIn(tree: Expr, weak: ReadonlySet<string>): string | undefined {
  const nodes = [...walk(tree)];
  const first = (find: (node: Expr) => string | undefined): string | undefined => {
    for (const node of nodes) {
      const found = find(node);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  // With HMAC, as for the derivation of keys, the hash need not be free of collisions.
  const derivesKey = nodes.some((node) => /^Rfc2898DeriveBytes$/i.test(nameOf(node)));
  return (
    first(classIn) ??
    (derivesKey ? undefined : first(namedIn)) ??
    (nodes.some(isEcb) ? 'ECB' : undefined) ??
    first((node) => createdIn(node, weak))
  );
}

/** Returns whether code reads files or compares checksums: weak hashes still find changes by accident. */
export function comparesFiles(tree: Expr): boolean {
  for (const node of walk(tree)) {
    if (/^(?:FileStream|checksum|etag)$/i.test(nameOf(node))) return true;
    if (/^File$/i.test(ownerOf(node)) && /^(?:Open|OpenRead|ReadAllBytes)$/i.test(nameOf(node))) return true;
  }
  return false;
}
