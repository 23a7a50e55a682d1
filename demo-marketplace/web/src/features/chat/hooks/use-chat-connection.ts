import type { MemberInfo } from '@lectern/marketplace-contract';
import type { LecternError } from '@lectern/rtc';
import { ImClient, ImErrorCode } from '@lectern/rtc/im';
import { shareBetweenTabs } from '@lectern/rtc/im-tabs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useApiClient } from '../../../api/use-api-client.js';
import { configQuery } from '../../account/index.js';
import { renewMember, reportLoginElsewhere } from '../../session/index.js';
import { browserResource } from '../lib/browser-resource.js';
import { chatClient } from '../lib/chat-client.js';
import { unreadChats } from '../lib/chat-state.js';
import { profileOf } from '../lib/drafts.js';

/** Keeps the chat connection of a member open while the login lasts (specification §4). */
export function useChatConnection(member: MemberInfo): void {
  const { data: config } = useQuery(configQuery());
  const queryClient = useApiClient();
  const { hx_username: username, hx_password: password } = member;
  const appKey = config?.rtc.appkey;
  const rest = config?.rtc.rest ?? '';

  const onEnded = useEffectEvent((error: LecternError): void => {
    if (error.code === ImErrorCode.LoggedInElsewhere) reportLoginElsewhere();
    // Perhaps the password was changed: with the new one, the connection opens anew.
    else void renewMember(queryClient);
  });

  useEffect(() => {
    if (appKey === undefined || username === '' || password === '') return undefined;
    const client = new ImClient({
      appKey,
      identity: { username, password },
      ...(rest !== '' && { restUrl: rest }),
      receipts: true,
      // Pages that are not secure contexts have no Web Locks: there, each tab is a device of its own.
      ...(isSecureContext && { resource: browserResource(), share: shareBetweenTabs() }),
    });
    const stops = [
      client.on('ended', (error) => onEnded(error)),
      client.subscribe(() => unreadChats.update(() => client.getSnapshot().unread)),
    ];
    chatClient.update(() => client);
    // The snapshot has the error; the list is loaded again when it is opened.
    client
      .open()
      .then(() => client.loadConversations())
      .catch(() => undefined);
    return () => {
      for (const stop of stops) stop();
      client.close();
      chatClient.update((current) => (current === client ? undefined : current));
      unreadChats.update(() => 0);
    };
  }, [appKey, rest, username, password]);

  usePublishedProfile(member);
}

/** Publishes own nickname, picture and sign when the connection opens, and when they change, as by a switch of mode. */
function usePublishedProfile(member: MemberInfo): void {
  const client = useSyncExternalStore(chatClient.subscribe, chatClient.getSnapshot);
  const { name, headimg, sign } = profileOf(member);
  useEffect(() => {
    if (client === undefined) return undefined;
    let wasOnline = false;
    const publish = (): void => {
      const isOnline = client.getSnapshot().state === 'online';
      // Others see the previous profile until the next opening.
      if (isOnline && !wasOnline) client.users.set({ name, headimg, sign }).catch(() => undefined);
      wasOnline = isOnline;
    };
    publish();
    return client.subscribe(publish);
  }, [client, name, headimg, sign]);
}
