/** Times of the processes and their supervisor. Each has its unit in its name. */

export const PROCESS_LIMITS = {
  /** Interval at which a core checks its readiness. */
  readinessLookMs: 1_000,
  /** Time that the database has to answer such a check: a busy machine must not look like one without a database. */
  readinessLookMsMax: 10_000,
  /** Interval at which the supervisor checks that the shell that npm started it with is still there. */
  parentCheckMs: 500,
  /** Time after its last call for which a gateway counts as living. */
  gatewayHeardMsMax: 600_000,
  /** Versions of gateways that a core remembers. */
  gatewayVersionsMax: 8,
  /** Wait for a port that the previous run may still hold. */
  portFreeMsMax: 300,
  /** Longest wait of the banner for a service that is ready. */
  announceMsMax: 15_000,
  /** Interval at which the banner looks whether it is. */
  announceLookMs: 50,
} as const satisfies Readonly<Record<string, number>>;
