/** CI systems as people know them, with what a policy for them usually says. */

/** Texts and first values of one CI system. */
interface ProviderWords {
  readonly title: string;
  /** Address of the issuer that the vendor hosts; empty where each company has its own. */
  readonly issuer: string;
  /** Lines of claims without their values. */
  readonly pins: string;
  readonly conditions: string;
  /** Place where people find the values of the claims. */
  readonly hint: string;
}

/** Texts by the provider's name in the API. */
export const PROVIDERS: Readonly<Record<string, ProviderWords>> = {
  github: {
    title: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    pins: 'repository_owner_id = \nrepository_id = ',
    conditions: 'ref = refs/heads/*',
    hint: 'Both ids are at https://api.github.com/repos/OWNER/REPOSITORY, as owner.id and id.',
  },
  gitlab: {
    title: 'GitLab',
    issuer: 'https://gitlab.com',
    pins: 'project_id = ',
    conditions: '',
    hint: 'The id of the project is in the menu of its page. Use namespace_id to trust a whole group.',
  },
  entra: {
    title: 'Azure Pipelines (Entra)',
    issuer: '',
    pins: 'tid = \noid = \naud = ',
    conditions: '',
    hint: 'Ids of the tenant, of the service connection, and of an application of your own.',
  },
  jenkins: {
    title: 'Jenkins',
    issuer: '',
    pins: 'sub = ',
    conditions: '',
    hint: 'The address of the job, as its token names it.',
  },
  kubernetes: {
    title: 'Kubernetes',
    issuer: '',
    pins: 'sub = ',
    conditions: '',
    hint: 'system:serviceaccount:NAMESPACE:NAME',
  },
};

/** Returns the title of a provider; a new one is shown as the API names it. */
export const providerTitle = (provider: string): string => PROVIDERS[provider]?.title ?? provider;
