import type { SessionRoom } from '@lectern/marketplace-contract';
import { useMemo } from 'react';
import { useApiClient } from '../../../api/use-api-client.js';
import { livePath } from '../../../lib/item-pages.js';
import { enterRoom, rtcUserOf, sessionQuery } from '../api/sessions.js';
import type { Entrance, Meeting } from '../lib/entrance.js';

/** The way into the room of a session, as the logged-in member. */
export function useSessionEntrance({ session, live, mine, asks_password }: SessionRoom): Entrance {
  const client = useApiClient();
  const { id } = session;
  const title = session.title === '' ? live.title : `${live.title} · ${session.title}`;
  return useMemo(() => {
    const meeting: Meeting = { title, link: livePath(live.id), ...(mine && { hostedSession: id }) };
    return {
      fields: asks_password ? ['password'] : [],
      identify: ({ signal }) => rtcUserOf(client, { signal }),
      enter: async ({ form, signal }) => {
        const { user, room: roomName, grant, password } = await enterRoom(client, id, { signal });
        return { user, room: { roomName, grant, password: mine ? password : form.password }, meeting };
      },
      forget: () => undefined,
      refresh: () => void client.invalidateQueries({ queryKey: sessionQuery(id).queryKey }),
    };
  }, [client, id, title, live.id, mine, asks_password]);
}
