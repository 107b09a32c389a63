import { destinationOf, type Log } from './log.ts';

/** Writes one line. @param members of the line's JSON, each led by a comma: `,"status":200` */
export type LineLog = (members: string) => void;

/**
 * Writes lines of one kind to a log, past what finds out each member's kind and looks for secrets in it: for the line of every
 * request, which costs more than all else that follows an answer. The members are for the caller to make, of what holds no secret.
 * The lines of one turn of the event loop are written together.
 * @param message of every line
 */
export function lineLog(log: Log, message: string): LineLog {
  const level = 'info';
  if (!log.isLevelEnabled(level)) return () => {};
  const destination = destinationOf(log);
  const bindings = JSON.stringify(log.bindings()).slice(1, -1);
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  let [at, begin, lines] = [0, '', ''];
  const write = () => {
    destination.write(lines);
    lines = '';
  };
  return (members) => {
    // The destination measures all it holds each time it is given more.
    if (lines === '') setImmediate(write);
    const now = Date.now();
    // Under load several lines are of the same millisecond, and a time in words is dear.
    if (now !== at) [at, begin] = [now, `{"level":"${level}","time":"${new Date(now).toISOString()}",${bindings}`];
    lines += begin + members + end;
  };
}
