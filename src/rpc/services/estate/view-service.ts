/** `flowarden.v1.ViewService`: saved views of lists. */

import type { Complete } from '../../../contract/complete.ts';
import { VIEW_SCREENS } from '../../../contract/lists/view.ts';
import { type View as ViewMessage, ViewServiceService } from '../../../gen/flowarden/v1/view.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import type { Caller } from '../../../service/access/caller.ts';
import { addView, readViews, removeView } from '../../../service/views/views.ts';
import type { ViewOwner, ViewRecord } from '../../../service/views/views-store.ts';
import { requiredChoice, requiredText, textField } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';

/** Creates the service. */
export function viewService(sql: Sql): Service {
  return defineService(ViewServiceService, {
    listViews: {
      async handle(_request, { caller }) {
        return { views: (await readViews(sql, caller.orgId, ownerOf(caller))).map(toMessage) };
      },
    },
    createView: {
      async handle(request, context) {
        const { caller } = context;
        const view = {
          name: requiredText('name', request.name),
          screen: requiredChoice('screen', request.screen, VIEW_SCREENS),
          query: request.query,
          teamId: textField(request.teamId),
        };
        const answer = (record: ViewRecord) => ({ view: toMessage(record) });
        const author = { owner: ownerOf(caller), name: caller.actorName };
        return answer(await addView(context.storingAnswer(sql, answer), caller.orgId, author, view));
      },
    },
    deleteView: {
      async handle({ id }, { caller }) {
        await removeView(sql, caller.orgId, ownerOf(caller), id);
        return {};
      },
    },
  });
}

function ownerOf({ kind, actorId, scopes, teams = null }: Caller): ViewOwner {
  return { id: actorId, isPerson: kind === 'user', isAdmin: scopes.includes('org:admin'), teams };
}

function toMessage({ createdByName, teamId, team, ...view }: ViewRecord): Complete<ViewMessage> {
  return { ...view, teamId: teamId ?? undefined, team: team ?? undefined, createdBy: createdByName };
}
