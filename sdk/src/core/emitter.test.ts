import { describe, expect, it, vi } from 'vitest';
import { Emitter } from './emitter.js';

interface Events {
  count: (value: number, label: string) => void;
  done: () => void;
}

describe('Emitter', () => {
  it('calls every listener in order until it is disposed', () => {
    const emitter = new Emitter<Events>();
    const calls: string[] = [];
    const stop = emitter.on('count', (value, label) => calls.push(`a${value}${label}`));
    emitter.on('count', (value) => calls.push(`b${value}`));
    emitter.emit('count', 1, 'x');
    stop();
    stop();
    emitter.emit('count', 2, 'x');
    expect(calls).toEqual(['a1x', 'b1', 'b2']);
  });

  it('keeps the same function apart when it listens twice', () => {
    const emitter = new Emitter<Events>();
    const listener = vi.fn();
    const stop = emitter.on('done', listener);
    emitter.on('done', listener);
    stop();
    emitter.emit('done');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('calls the others when one throws, and reports the error', () => {
    const report = vi.fn();
    const emitter = new Emitter<Events>(report);
    const second = vi.fn();
    const error = new Error('listener');
    emitter.on('done', () => {
      throw error;
    });
    emitter.on('done', second);
    expect(() => emitter.emit('done')).not.toThrow();
    expect(second).toHaveBeenCalledTimes(1);
    expect(report).toHaveBeenCalledExactlyOnceWith(error);
  });

  it('calls nobody who stopped listening, or began to, while the event is passed on', () => {
    const emitter = new Emitter<Events>();
    const stopped = vi.fn();
    const late = vi.fn();
    emitter.on('done', () => {
      stop();
      emitter.on('done', late);
    });
    const stop = emitter.on('done', stopped);
    emitter.emit('done');
    expect(stopped).not.toHaveBeenCalled();
    expect(late).not.toHaveBeenCalled();
    emitter.emit('done');
    expect(late).toHaveBeenCalledOnce();
  });
});
