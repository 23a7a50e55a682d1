import { i18n } from '@lingui/core';
import { saveLive, type LiveDocument, type LiveTodo, type ManagedLive } from '@lectern/marketplace-contract';
import { useRef, useState } from 'react';
import { callApi } from '../../../../api/client.js';
import { useApiClient } from '../../../../api/use-api-client.js';
import { later } from '../../../../lib/later.js';
import { DraftSaver, type Saving } from '../../editor/draft-saver.js';
import { useSaving } from '../../editor/use-saving.js';
import { keyedDocument, plainDocument, type DraftDocument } from './live-draft.js';

/** The document is saved as a whole. */
interface Parts {
  readonly document: LiveDocument;
}

export interface LiveDraft {
  readonly document: DraftDocument;
  /** Address of the cover; empty for none. */
  readonly coverUrl: string;
  readonly saving: Saving<LiveTodo>;
  readonly set: (change: Partial<DraftDocument>) => void;
  readonly setCover: (cover: { readonly key: string; readonly url: string }) => void;
  /** Saves all pending changes; resolves with false if that failed. */
  readonly flush: () => Promise<boolean>;
}

/** A class or activity that is saved as it is edited. */
export function useLiveDraft(live: ManagedLive): LiveDraft {
  const [document, setDocument] = useState(() => keyedDocument(live.document));
  const [coverUrl, setCoverUrl] = useState(live.cover_url);
  const client = useApiClient();
  const [saver] = useState(
    () =>
      new DraftSaver<Parts, LiveTodo>(live.version, live.todo, {
        order: ['document'],
        send: async (part, version) => {
          const body = { id: live.id, version, ...part.document };
          const answer = await callApi(saveLive, body, { locale: i18n.locale });
          // Lists show the class too.
          client.forgetAfterChange();
          return answer;
        },
        later,
      }),
  );
  const saving = useSaving(saver);

  const latest = useRef(document);
  const set = (change: Partial<DraftDocument>): void => {
    // Two changes may come before the next render.
    latest.current = { ...latest.current, ...change };
    setDocument(latest.current);
    saver.edit({ document: plainDocument(latest.current) });
  };
  return {
    ...{ document, coverUrl, saving, set },
    setCover: ({ key, url }) => {
      setCoverUrl(url);
      set({ cover: key });
    },
    flush: () => saver.flush(),
  };
}
