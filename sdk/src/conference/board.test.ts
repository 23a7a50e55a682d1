import { expect, it } from 'vitest';
import { ConferenceType, Role } from '../protocol/index.js';
import { Board } from './board.js';
import { initialSnapshot } from './initial.js';

const board = (): Board => {
  const made = new Board(
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
  const subject = board();
  const seen: unknown[] = [];
  subject.store.subscribe(() => seen.push('notified'));
  subject.on('stateChanged', (state) => seen.push(state, subject.store.getSnapshot().version));
  subject.change(() => {
    subject.emit('stateChanged', 'joined', 'joining');
    subject.patch({ version: 1 });
    subject.change(() => subject.patch({ version: 2 }));
    expect([subject.now.version, subject.store.getSnapshot().version]).toEqual([2, 0]);
  });
  expect(seen).toEqual(['notified', 'joined', 2]);
});

it('tells events in order, also those that listeners cause', () => {
  const subject = board();
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
  const subject = board();
  const before = subject.store.getSnapshot();
  subject.patch({ isAllMuted: before.isAllMuted, version: before.version });
  expect(subject.store.getSnapshot()).toBe(before);
});

it('knows mixed conferences', () => {
  expect(board().now.isMixed).toBe(true);
});
