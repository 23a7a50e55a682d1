import { CurrentType } from '@lectern/marketplace-contract';
import type { PageQueries } from '../../../lib/page.js';
import { memberQuery } from '../../session/index.js';

/** A mentor on the learner's side is asked to switch first, so the page shows nothing of the server. */
export const onMentorSide =
  (start: PageQueries): PageQueries =>
  (client, search, parameters) => {
    const member = client.getQueryData(memberQuery().queryKey);
    if (member?.current_type === CurrentType.Mentor) start(client, search, parameters);
  };
