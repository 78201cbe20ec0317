/** Permits for analysis threads, which tenants get by the thread time that they have used. */
import { AppError } from '../errors.ts';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.ts';
import { createShares } from './thread-shares.ts';

/** Tenant and priority of a task that needs a thread. */
export interface PermitRequest {
  /** An organisation; tasks without one take turns as one tenant. */
  readonly tenant?: string;
  /** A patient task lets others go first, and leaves one thread to them where there are two. */
  readonly isPatient?: boolean;
  readonly signal?: AbortSignal;
}

/** Permits for analyses that run at once. */
export interface ThreadPermits {
  /**
   * Waits for a permit. While too many wait, the tenant with the longest queue loses its newest task.
   * @returns the function that gives the permit back
   * @throws AppError `queue_full`; an AbortError when the signal is aborted first
   */
  take(request: PermitRequest): Promise<() => void>;
  waiting(): number;
  /** Permits that are taken. */
  taken(): number;
  /** Serves patient tasks no longer. Resolves when nothing runs and no other task waits. */
  close(): Promise<void>;
}

/** Number of permits, and of tasks that may wait for one. */
export interface PermitSettings {
  readonly count: number;
  /** True: one more permit is for tenants that have none. */
  readonly hasReserve: boolean;
  readonly queueMax: number;
  /** Clock in milliseconds. Default: that of the process. */
  readonly now?: () => number;
}

/** Lead in thread time with which urgent tasks still go first: they never keep patient ones waiting for ever. */
const URGENT_LEAD_MS = 1_000;

/** Kinds of permits. */
type Kind = 'urgent' | 'patient' | 'reserve';

/**
 * Creates permits. How long a task takes is known only at its end, and one tenant may hold all permits until then: the
 * reserve is for the others.
 */
export function createThreadPermits({
  count,
  hasReserve,
  queueMax,
  now = () => performance.now(),
}: PermitSettings): ThreadPermits {
  const patientMax = Math.max(1, count - 1);
  const urgent = createFairQueue();
  const patient = createFairQueue();
  const isWaiting = (tenant: string): boolean => urgent.countOf(tenant) + patient.countOf(tenant) > 0;
  const shares = createShares(now, isWaiting);
  const taken: Record<Kind, number> = { urgent: 0, patient: 0, reserve: 0 };
  let isClosing = false;
  const { promise: closed, resolve: becameIdle } = Promise.withResolvers<void>();

  const waiting = (): number => urgent.size() + patient.size();
  const allTaken = (): number => taken.urgent + taken.patient + taken.reserve;

  /** Returns the kind of the permit that a tenant's next task may take now; undefined: none. */
  function permitFor(isPatient: boolean, tenant: string): Kind | undefined {
    if (isPatient && isClosing) return undefined;
    const isFree = taken.urgent + taken.patient < count;
    if (isFree && !isPatient) return 'urgent';
    if (isFree && taken.patient < patientMax) return 'patient';
    return hasReserve && taken.reserve === 0 && shares.heldBy(tenant) === 0 ? 'reserve' : undefined;
  }

  /** The queue and the tenant whose next task may run now; undefined when none may. */
  function nextTurn(): readonly [FairQueue, string] | undefined {
    const first = urgent.next((tenant) => permitFor(false, tenant) !== undefined, shares.usedBy);
    const other = patient.next((tenant) => permitFor(true, tenant) !== undefined, shares.usedBy);
    if (first === undefined) return other === undefined ? undefined : [patient, other];
    if (other === undefined) return [urgent, first];
    const lead = shares.usedBy(first) - shares.usedBy(other);
    return lead > URGENT_LEAD_MS ? [patient, other] : [urgent, first];
  }

  function serve(): void {
    for (let turn = nextTurn(); turn !== undefined; turn = nextTurn()) {
      const [queue, tenant] = turn;
      queue.take(tenant).begin();
    }
    if (isClosing && allTaken() === 0 && urgent.size() === 0) becameIdle();
  }

  /** Makes room for a task: patient ones are run again later. @throws AppError `queue_full` when its tenant waits the most */
  function shed(queue: FairQueue, tenant: string): void {
    const hasOthers = queue === urgent && patient.size() > 0;
    if (!hasOthers && queue.longest() <= queue.countOf(tenant) + 1) throw queueFull();
    (hasOthers ? patient : queue).dropNewest()?.reject(queueFull());
  }

  return {
    async take({ tenant = '', isPatient = false, signal }) {
      const queue = isPatient ? patient : urgent;
      if (signal?.aborted) throw callerGone();
      if (waiting() >= queueMax && permitFor(isPatient, tenant) === undefined) shed(queue, tenant);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const begin = (): void => {
        const kind = permitFor(isPatient, tenant)!;
        const end = shares.begin(tenant);
        taken[kind] += 1;
        resolve(() => {
          end();
          taken[kind] -= 1;
          serve();
        });
      };
      const entry: Waiting = { begin, reject };
      const abort = (): void => {
        // A task that has its permit already finds the signal aborted by itself.
        if (queue.remove(tenant, entry)) reject(callerGone());
      };
      signal?.addEventListener('abort', abort, { once: true });
      shares.arrive(tenant);
      queue.push(tenant, entry);
      serve();
      return promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    waiting,
    taken: allTaken,
    close() {
      isClosing = true;
      serve();
      return closed;
    },
  };
}

function queueFull(): AppError {
  return new AppError('queue_full', 'Too many validations are waiting. Try again in a second.');
}

function callerGone(): DOMException {
  return new DOMException('The caller has gone', 'AbortError');
}
