import { expect, it } from 'vitest';
import { ConferenceType, Role } from '../protocol/index.js';
import { ConferenceStore } from './conference-store.js';
import { initialSnapshot } from './initial.js';

const store = (): ConferenceStore => {
  const made = new ConferenceStore(
    initialSnapshot(
      {
        conferenceId: 'LC1',
        type: ConferenceType.Live,
        role: Role.Talker,
        roleToken: undefined,
        ticket: { url: '', confrId: '', memName: '', tktId: '', type: 'CONFR', timestamp: 0 },
        isCreator: false,
      },
      'idle',
    ),
  );
  made.release();
  return made;
};

it('makes one snapshot of a change, and tells its events when it is in place', () => {
  const subject = store();
  const seen: unknown[] = [];
  subject.snapshots.subscribe(() => seen.push('notified'));
  subject.on('stateChanged', (state) => seen.push(state, subject.snapshots.getSnapshot().version));
  subject.change(() => {
    subject.emit('stateChanged', 'joined', 'joining');
    subject.patch({ version: 1 });
    subject.change(() => subject.patch({ version: 2 }));
    expect([subject.now.version, subject.snapshots.getSnapshot().version]).toEqual([2, 0]);
  });
  expect(seen).toEqual(['notified', 'joined', 2]);
});

it('tells events in order, also those that listeners cause', () => {
  const subject = store();
  const seen: string[] = [];
  subject.on('stateChanged', (state) => {
    if (state === 'joined') subject.emit('stateChanged', 'left', 'joined');
    seen.push(state);
  });
  subject.change(() => {
    subject.emit('stateChanged', 'joined', 'joining');
    subject.emit('stateChanged', 'reconnecting', 'joined');
  });
  expect(seen).toEqual(['joined', 'reconnecting', 'left']);
});

it('keeps its snapshot where nothing changes', () => {
  const subject = store();
  const before = subject.snapshots.getSnapshot();
  subject.patch({ isAllMuted: before.isAllMuted, version: before.version });
  expect(subject.snapshots.getSnapshot()).toBe(before);
});

it('knows mixed conferences', () => {
  expect(store().now.isMixed).toBe(true);
});
