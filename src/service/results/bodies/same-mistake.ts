/** Findings of each rule by itself, where several rules report one mistake. */
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/** Writes the call that lists the findings of a mistake as rows; `listed` is the JSON of the finding that stands for them. */
export function findingsOfMistake(sql: TenantTransaction): Fragment {
  return sql`jsonb_array_elements(coalesce(listed -> 'copies', listed -> 'sameMistake', jsonb_build_array(listed)))`;
}
