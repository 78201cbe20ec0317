/** Rules and hashes of passwords. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from '../../../src/service/access/accounts/password-hash.ts';
import { requirePassword } from '../../../src/service/access/accounts/password-rules.ts';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };
const PASSWORD = 'five words that only Ada knows';

describe('a hash', () => {
  it('is argon2id at the cost that is promised, and holds no password', async () => {
    const stored = await createPasswords('pepper').hash(PASSWORD);
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('fits its password alone, however that is composed, and its pepper', async () => {
    const passwords = createPasswords('pepper', CHEAP);
    const stored = await passwords.hash('grün wie der Wald im Mai');
    assert.deepEqual(await passwords.verify('grün wie der Wald im Mai'.normalize('NFD'), stored), {
      isRight: true,
      isOutdated: false,
    });
    assert.equal((await passwords.verify('grun wie der Wald im Mai', stored)).isRight, false);
    assert.equal(
      (await createPasswords('other', CHEAP).verify('grün wie der Wald im Mai', stored)).isRight,
      false,
    );
    assert.equal((await passwords.verify(PASSWORD, null)).isRight, false);
  });

  it('of a lower cost is outdated, once its password is known', async () => {
    const stored = await createPasswords('pepper', CHEAP).hash(PASSWORD);
    const dearer = createPasswords('pepper', { memoryKib: 128, passes: 1, lanes: 1 });
    assert.deepEqual(await dearer.verify(PASSWORD, stored), { isRight: true, isOutdated: true });
    assert.deepEqual(await dearer.verify('other words altogether', stored), {
      isRight: false,
      isOutdated: false,
    });
  });

  it('waits for its turn, and is rejected behind too many others', async () => {
    const passwords = createPasswords('pepper', { memoryKib: 1_024, passes: 3, lanes: 1 });
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash(PASSWORD)));
    const rejected = all.filter(({ status }) => status === 'rejected');
    assert.equal(rejected.length, 8);
    assert.equal((rejected[0] as PromiseRejectedResult).reason.code, 'concurrency_limited');
  });
});

describe('a new password', () => {
  const isAccepted = (password: string, email: string | null = null): boolean => {
    try {
      requirePassword('password', password, email);
      return true;
    } catch {
      return false;
    }
  };

  it('has 15 to 128 characters of any kind', () => {
    assert.deepEqual(
      [
        'x7 tree, 9 lamp',
        'x7 tree, 9 lam',
        'ключ от старой двери',
        '🔑🚪🌲🏠🎹📚🧭🍋🪁🎯🧲🪵🕯🥾🧵',
        `${'ab cde '.repeat(20)}`,
      ].map((text) => isAccepted(text)),
      [true, false, true, true, false],
    );
  });

  it('is none that guessers try first', () => {
    for (const common of [
      'password12345678',
      'Password123456789!',
      'qwertyuiopasdfgh',
      'passwordpassword',
      '123456789012345',
      'aaaaaaaaaaaaaaaaaaa',
      'abcabcabcabcabcabc',
      'iloveyouiloveyou1',
      'correcthorsebatterystaple',
    ])
      assert.equal(isAccepted(common), false, common);
    assert.equal(isAccepted(PASSWORD), true);
  });

  it('is not the address of its owner', () => {
    assert.equal(isAccepted('ada.lovelace@bank.example', 'ada.lovelace@bank.example'), false);
    assert.equal(isAccepted('Ada.LovelaceAda.Lovelace1', 'ada.lovelace@bank.example'), false);
    assert.equal(isAccepted('ada.lovelace@bank.example', 'grace@bank.example'), true);
  });
});
