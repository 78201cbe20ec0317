/** People, their sessions and the links that let them in, in REST. */
import { z } from 'zod';
import { instant, int32, text, uuid } from '../../endpoint/answer-members.ts';

export const PersonItem = z
  .strictObject({
    id: uuid().describe('Id of the account.'),
    name: z.string().meta({ description: 'The name that others see.' }),
    email: text('The address; null when the identity provider says none.'),
    isLocal: z.boolean().meta({ description: 'False for a person of the identity provider.' }),
  })
  .meta({ description: 'A person who has signed in.' });

export const SessionTimes = z
  .strictObject({
    id: uuid().describe('Id of the session. It opens nothing.'),
    createdAt: instant(),
    authenticatedAt: instant().describe(
      'When the person last proved who they are; 1970-01-01T00:00:00.000Z if the identity provider does not report it.',
    ),
    expiresAt: instant().describe('When it ends at the latest.'),
  })
  .meta({ description: 'The times of a session.' });

export const PersonOrganisationItem = z
  .strictObject({
    id: uuid().describe('Its UUID, for `X-Org-Id`.'),
    name: z.string(),
    role: z.string().meta({ description: '`viewer`, `auditor`, `developer`, `approver` or `admin`.' }),
    scopes: z.array(z.string()).meta({ description: 'What the person may do there.' }),
  })
  .meta({ description: 'An organisation of a person.' });

export const SessionResponse = z
  .strictObject({
    person: PersonItem,
    session: SessionTimes,
    organisations: z.array(PersonOrganisationItem).meta({ description: 'By name.' }),
  })
  .meta({ description: 'A session, its person, and the organisations of the person.' });

export const CurrentSessionResponse = z
  .strictObject({
    person: PersonItem.nullable().meta({ description: 'Null while no one has signed in.' }),
    session: SessionTimes.nullable().meta({ description: 'Null while no one has signed in.' }),
    organisations: z.array(PersonOrganisationItem).meta({ description: 'By name.' }),
    hasAuthorizationHeader: z.boolean().meta({
      description:
        'True if the request has an Authorization header in place of a session, as a proxy before the app adds one.',
    }),
  })
  .meta({ description: 'Who has signed in.' });

export const ListedSessionItem = z
  .strictObject({
    id: uuid(),
    createdAt: instant(),
    lastSeenAt: instant().describe('About when its last call came.'),
    expiresAt: instant(),
    address: z.string().meta({ description: 'Address that it began from.' }),
    browser: z.string().meta({ description: 'What the browser called itself.' }),
    isCurrent: z.boolean().meta({ description: 'True for the session of this call.' }),
  })
  .meta({ description: 'A session in the list of its owner.' });

export const SessionListResponse = z
  .strictObject({
    sessions: z.array(ListedSessionItem).meta({ description: 'The one that was used last first.' }),
  })
  .meta({ description: 'The sessions of a person.' });

export const SessionsEndedResponse = z
  .strictObject({ ended: int32().describe('How many there were.') })
  .meta({ description: 'The other sessions have ended.' });

export const SignOutResponse = z
  .strictObject({
    providerSignOutUrl: text('Where the session of the identity provider ends too; null when there is none.'),
  })
  .meta({ description: 'The session has ended.' });

export const ProviderSignInResponse = z
  .strictObject({ url: z.string().meta({ description: 'Where the page has to go.' }) })
  .meta({ description: 'A sign-in at the identity provider that is under way.' });

export const SignInProviderItem = z
  .strictObject({ issuer: z.string().meta({ description: 'Its address.' }) })
  .meta({ description: 'The identity provider that people can sign in at.' });

export const SignInOptionsResponse = z
  .strictObject({
    passwords: z.boolean().meta({ description: 'True if e-mail and password are accepted.' }),
    provider: SignInProviderItem.nullable().meta({ description: 'Null when there is none.' }),
  })
  .meta({ description: 'How people can sign in.' });

export const LinkOrganisationItem = z
  .strictObject({ id: uuid(), name: z.string() })
  .meta({ description: 'The organisation that a link lets into.' });

export const SignInLinkResponse = z
  .strictObject({
    purpose: z.string().meta({
      description:
        '`first_account`: a new admin. `recovery`: the return of a known person. `invitation`: the joining of an organisation.',
    }),
    email: text('The address of the person; null when they choose one.'),
    organisation: LinkOrganisationItem,
    role: text('The role that it gives; null when it gives none.'),
    hasAccount: z.boolean().meta({
      description:
        'True if the link lets a known person in. False for invitations, which do not reveal whether an address has an account.',
    }),
    expiresAt: instant(),
  })
  .meta({ description: 'A link that can be used.' });

export const InvitationResponse = z
  .strictObject({
    url: z.string().meta({ description: 'The link. It works once and is shown this once.' }),
    expiresAt: instant(),
  })
  .meta({ description: 'An invitation.' });
