import type { SessionRoom } from '@lectern/marketplace-contract';
import { useMemo } from 'react';
import { useApiClient } from '../../../api/use-api-client.js';
import { livePath } from '../../../lib/item-pages.js';
import { enterRoom, rtcUserOf, sessionQuery } from '../api/sessions.js';
import type { Entrance, Meeting } from '../lib/entrance.js';

/** The name of a session: that of its class, and its own where it has one. */
export const sessionTitle = ({ session, live }: SessionRoom): string =>
  session.title === '' ? live.title : `${live.title} · ${session.title}`;

/** The way into the room of a session, as the logged-in member. */
export function useSessionEntrance(room: SessionRoom): Entrance {
  const { session, live, mine, asks_password } = room;
  const client = useApiClient();
  const { id } = session;
  const title = sessionTitle(room);
  return useMemo(() => {
    const meeting: Meeting = { title, link: livePath(live.id), ...(mine && { hostedSession: id }) };
    return {
      fields: asks_password ? ['password'] : [],
      identify: ({ signal }) => rtcUserOf(client, { signal }),
      enter: async ({ form, signal }) => {
        const { user, room: roomName, grant, password } = await enterRoom(client, id, { signal });
        return { user, room: { roomName, grant, password: mine ? password : form.password }, meeting };
      },
      onFailed: () => void client.invalidateQueries({ queryKey: sessionQuery(id).queryKey }),
    };
  }, [client, id, title, live.id, mine, asks_password]);
}
