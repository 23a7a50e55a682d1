import { FailureReason, submitQuiz, type Lesson, type OpenQuiz, type QuizResult } from '@lectern/marketplace-contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { ApiError } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { Failed } from '../../../ui/failed.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { useToken } from '../../session/index.js';
import type { LessonPlayerProps } from '../lesson-player.js';
import { LessonState } from './lesson-state.js';
import { Prose } from './prose.js';
import { QuizMark } from './quiz-mark.js';
import { Question } from './quiz-question.js';
import { quizQuery } from '../api/quizzes.js';
import { useApiClient } from '../../../api/use-api-client.js';

/** A unit with a quiz; passing it completes the unit. The server marks the answers. */
export function QuizLesson(props: LessonPlayerProps & { readonly lesson: Lesson }): ReactElement {
  const { lesson, onProgress } = props;
  const locale = useLocale();
  const client = useApiClient();
  const query = quizQuery({ unit_id: lesson.unit_id });
  const quiz = useQuery(query);
  // The query is reset, because the new questions may differ or come in another order.
  const reload = (): void => void client.resetQueries({ queryKey: query.queryKey });
  const [isDone, setIsDone] = useState(lesson.is_done);
  const [isCourseDone, setIsCourseDone] = useState(false);

  const take = ({ progress }: QuizResult): void => {
    if (progress === null) return;
    const { done, course_percent: percent, certificate_no: certificateNo } = progress;
    setIsDone(done);
    if (!isDone && certificateNo !== undefined) setIsCourseDone(true);
    onProgress?.({ unitId: lesson.unit_id, done, percent, ...(certificateNo !== undefined && { certificateNo }) });
  };

  const title = locale === 'en' && lesson.title_en !== '' ? lesson.title_en : lesson.title_zh;
  return (
    <Card aria-label={title} className="grid gap-6">
      <LessonState {...{ title, isDone, isCourseDone }} isBehind={false} />
      {lesson.body_html !== '' && <Prose html={lesson.body_html} />}
      <Answering {...props} opened={quiz} onReload={reload} onMarked={take} />
    </Card>
  );
}

type Answers = Readonly<Record<string, readonly string[]>>;

function Answering({
  lesson,
  opened,
  onReload,
  nextTitle,
  onEnded,
  onMarked,
}: LessonPlayerProps & {
  readonly lesson: Lesson;
  readonly opened: UseQueryResult<OpenQuiz>;
  readonly onReload: () => void;
  readonly onMarked: (result: QuizResult) => void;
}): ReactElement {
  const t = useText();
  const client = useApiClient();
  const isVisitor = useToken() === undefined;
  const { pathname, search } = useLocation();
  const [answers, setAnswers] = useState<Answers>({});
  const [result, setResult] = useState<QuizResult>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  if (opened.isPending) return <Skeleton className="h-64 w-full" />;
  if (opened.isLoadingError) {
    return <Failed text={failureText(opened.error, t)} onRetry={onReload} />;
  }
  const quiz = opened.data;
  // The quiz that was loaded does not know of the attempt that was marked since.
  const scores = [quiz.best_score, result?.score].filter((score) => typeof score === 'number');
  const best = scores.length === 0 ? undefined : Math.max(...scores);

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const open = quiz.questions.findIndex(({ id }) => (answers[id] ?? []).length === 0);
    if (open >= 0) {
      setProblem(t('player.quiz.open', { number: open + 1 }));
      form.current?.querySelectorAll('fieldset')[open]?.querySelector('input')?.focus();
      return;
    }
    setProblem(undefined);
    setIsBusy(true);
    try {
      const given = quiz.questions.map(({ id }) => ({ question: id, choices: [...(answers[id] ?? [])] }));
      const marked = await client.call(submitQuiz, { unit_id: lesson.unit_id, answers: given });
      client.forgetAfterChange();
      setResult(marked);
      onMarked(marked);
    } catch (error) {
      setProblem(failureText(error, t));
      if (error instanceof ApiError && error.reason === FailureReason.StateChanged) {
        // Its mentor has changed it.
        setAnswers({});
        onReload();
      }
    } finally {
      setIsBusy(false);
    }
  };

  const again = (): void => {
    setResult(undefined);
    setAnswers({});
    setProblem(undefined);
    onReload();
  };

  const login = `/login?${new URLSearchParams({ redirect: pathname + search }).toString()}`;
  return (
    <form
      ref={form}
      noValidate
      className="grid max-w-prose gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="text-ink-soft">
        {t('player.quiz.rule', { count: quiz.questions.length, percent: quiz.pass_percent })}
        {best !== undefined && ` ${t('player.quiz.best', { score: best })}`}
      </p>
      {result && <QuizMark result={result} passPercent={quiz.pass_percent} />}
      {quiz.questions.map((question, index) => (
        <Question
          key={question.id}
          number={index + 1}
          question={question}
          chosen={answers[question.id] ?? []}
          explained={result?.explain.find((one) => one.question === question.id)}
          onChoose={(choices) => setAnswers((before) => ({ ...before, [question.id]: choices }))}
        />
      ))}
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        {result === undefined && !isVisitor && (
          <Button type="submit" aria-disabled={isBusy}>
            {t('player.quiz.submit')}
          </Button>
        )}
        {result === undefined && isVisitor && (
          <>
            <p className="text-ink-soft">{t('player.quiz.visitor')}</p>
            <LinkButton to={login}>{t('player.locked.login')}</LinkButton>
          </>
        )}
        {result?.pass === true && nextTitle !== undefined && <Button onClick={onEnded}>{t('player.next')}</Button>}
        {result !== undefined && (
          <Button look={result.pass ? 'quiet' : 'solid'} onClick={again}>
            {t('player.quiz.again')}
          </Button>
        )}
        {!lesson.keeps_progress && !isVisitor && <p className="text-sm text-ink-soft">{t('player.quiz.unkept')}</p>}
      </div>
    </form>
  );
}
