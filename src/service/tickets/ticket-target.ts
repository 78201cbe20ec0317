/** Ticket targets as they are stored: the tracker, which findings get a ticket there, and how a ticket is filled. */
import type { Severity } from '../../analysis/model/rule.ts';

/** Trackers. */
export const TICKET_TARGET_INTERFACES = ['jira_cloud', 'jira_server', 'servicenow'] as const;
export type TicketTargetInterface = (typeof TICKET_TARGET_INTERFACES)[number];

/** States that a person sets. */
export const TICKET_TARGET_STATES = ['active', 'paused'] as const;
export type TicketTargetState = (typeof TICKET_TARGET_STATES)[number];

/** Tracker with what never changes about it. */
export interface TicketPlace {
  readonly kind: TicketTargetInterface;
  /** Address without a slash at its end. */
  readonly url: string;
  /** Key of the project in Jira, table of ServiceNow. */
  readonly project: string;
}

/** Findings that get a ticket; null: any. */
export interface TicketPolicy {
  readonly leastSeverity: Severity;
  readonly ownerTeamId: string | null;
  readonly environment: string | null;
  /** `*` stands for any characters. */
  readonly repository: string | null;
}

/** Values of a ticket's fields. Those that begin with `{` or `[` are JSON; others are text. */
export type FieldValues = Readonly<Record<string, string>>;

/** Mapping of a ticket: values, and status when it is closed or opened again. */
export interface TicketMapping {
  /** Name of the type in Jira; null: ServiceNow has none. */
  readonly issueType: string | null;
  /** Priority by severity: its name in Jira, the number of the urgency in ServiceNow. Without an entry the tracker decides. */
  readonly priorities: Readonly<Partial<Record<Severity, string>>>;
  /** Further fields of a new ticket. */
  readonly fields: FieldValues;
  /** Fields that are set when it is closed. */
  readonly closingFields: FieldValues;
  /** Status of closed tickets: its name in Jira, its number in ServiceNow. Null: the default one. */
  readonly closedStatus: string | null;
  /** Status of tickets that are opened again. Null: the default one. */
  readonly reopenedStatus: string | null;
}

/** Settings of a target that a person may change. */
export interface TicketChoice extends TicketPolicy, TicketMapping {
  readonly name: string;
  readonly state: TicketTargetState;
  /** Open tickets that it may have; further findings wait. */
  readonly openMax: number;
}

/** Target with its progress. */
export interface TicketTargetRecord extends TicketPlace, TicketChoice {
  readonly orgId: string;
  readonly id: string;
  /** Preview of the credential. */
  readonly credential: string | null;
  readonly credentialSetAt: Date | null;
  /** Findings whose ticket is open, or is to be opened. */
  readonly openTickets: number;
  /** Tickets that the tracker has not heard the newest of. */
  readonly waiting: number;
  readonly failingSince: Date | null;
  /** Problem of the target, else of one of its tickets. */
  readonly problem: string | null;
  readonly testRequestedAt: Date | null;
  readonly testedAt: Date | null;
  readonly testProblem: string | null;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly createdByName: string;
  readonly updatedAt: Date;
}

/** States of a ticket: the finding is there, or why it needs no work. */
export const TICKET_STATES = ['open', 'fixed', 'waived', 'rule_off', 'deleted'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Content of a ticket. Nothing of it comes from inside the file. */
export interface TicketContent {
  readonly severity: Severity;
  readonly ruleId: string;
  /** Title of the rule. */
  readonly rule: string;
  readonly filename: string;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly environment: string | null;
  /** Time of the first run of the workflow that had the finding, in ISO 8601. */
  readonly since: string;
  /** Address of the finding in the app. */
  readonly link: string;
}
