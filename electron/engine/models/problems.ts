import {
  customModelFacts,
  customModelTextLimits,
  type CustomModelKind,
} from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import type { Outcome, Problem } from '#shared/problem.ts';

export function fullProblem(kind: CustomModelKind): Problem {
  const most = customModelFacts[kind].perAccount;
  return failure('own-full', { most, kind }, { about: String(most) }).problem;
}

/** @param count number of photos that were given */
export function countProblem(kind: CustomModelKind, count: number): Problem {
  const most = customModelFacts[kind].photos;
  return failure('own-photos', { kind, most, count }, { about: String(count) }).problem;
}

export function twiceProblem(name: string): Problem {
  return failure('own-photos-twice', { name }, { about: name }).problem;
}

export function nameProblem(): Problem {
  const { name: most } = customModelTextLimits;
  return failure('own-name', { most }, { about: `1–${most}` }).problem;
}

export function unknownProblem(): Problem {
  return failure('own-unknown').problem;
}

/** @param count number of known models and scenes */
export function otherAccountProblem(count: number): Problem {
  return failure('own-other-account', { count }, { about: String(count) }).problem;
}

/** Returns the problem of a creation whose request was in progress when the program ended. */
export function cutOffProblem(): Problem {
  return failure('own-uncertain.checking').problem;
}

export function notCreatedProblem(kind: CustomModelKind): Problem {
  return failure('own-not-created', { kind }).problem;
}

/**
 * @param names names of entries that are new in the account and may be the result; empty if the
 * service does not say how many entries it lists
 */
export function uncertainProblem(kind: CustomModelKind, names: readonly string[]): Problem {
  if (names.length === 0) {
    return failure('own-uncertain', { kind }).problem;
  }
  const said = names.join(', ');
  return failure('own-uncertain.new', { kind, names: said }, { about: said }).problem;
}

/**
 * Returns the problem of an account list that contradicts itself, so that it can never show whether
 * the request was processed.
 */
export function unclearProblem(kind: CustomModelKind): Problem {
  return failure('own-uncertain.list', { kind }).problem;
}

export function changedProblem(name: string): Problem {
  return failure('own-photo-changed', { name }, { about: name }).problem;
}

/** Returns the problem of a creation that can be neither retried nor dismissed. */
export function unknownCreation(id: number): Outcome<never> {
  return failure('own-creation-unknown', { id }, { about: String(id) });
}
