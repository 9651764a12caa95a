import {
  customModelFacts,
  customModelTextLimits,
  type CustomModelKind,
} from '#shared/custom-models.ts';
import { failure, type Outcome, type Problem } from '#shared/problem.ts';

export function fullProblem(kind: CustomModelKind): Problem {
  const most = customModelFacts[kind].perAccount;
  return failure(
    'own-full',
    `The account already has ${most} ${kind}s, the maximum. Nothing was created; delete one and try again.`,
    { about: String(most) },
  ).problem;
}

/** @param count photos that were given. */
export function countProblem(kind: CustomModelKind, count: number): Problem {
  const most = customModelFacts[kind].photos;
  const needed = most === 1 ? 'one photo' : `1 to ${most} photos`;
  return failure('own-photos', `A ${kind} needs ${needed}, not ${count}. Nothing was sent.`, {
    about: String(count),
  }).problem;
}

export function twiceProblem(name: string): Problem {
  return failure(
    'own-photos-twice',
    `"${name}" is the same as another photo. Remove one of them; nothing was sent.`,
    { about: name },
  ).problem;
}

export function nameProblem(): Problem {
  const { name: most } = customModelTextLimits;
  return failure(
    'own-name',
    `A name has 1 to ${most} characters on one line. Nothing was sent; enter a shorter name.`,
    { about: `1–${most}` },
  ).problem;
}

export function unknownProblem(): Problem {
  return failure(
    'own-unknown',
    'This model or scene is no longer in the account. Nothing was changed.',
  ).problem;
}

/** @param count of known models and scenes. */
export function otherAccountProblem(count: number): Problem {
  return failure(
    'own-other-account',
    `The API key seems to belong to another account: it has none of the ${count} models and scenes known here. Nothing was changed. Enter the key of their account, or use a separate data folder for each account (--data); if all of them were deleted elsewhere, confirm that in Models and scenes.`,
    { about: String(count) },
  ).problem;
}

/** Returns the problem of a creation whose request was in progress when the program ended. */
export function cutOffProblem(): Problem {
  return failure(
    'own-uncertain',
    'Darkslide closed while this was being created and is checking the account for it. Nothing is sent again meanwhile.',
  ).problem;
}

export function notCreatedProblem(kind: CustomModelKind): Problem {
  return failure(
    'own-not-created',
    `The request for the ${kind} was lost, and nothing was created. Try again, or dismiss it.`,
  ).problem;
}

/**
 * @param names of entries that are new in the account and may be it; none where the service does
 * not say how many it lists.
 */
export function uncertainProblem(kind: CustomModelKind, names: readonly string[]): Problem {
  if (names.length === 0) {
    return failure(
      'own-uncertain',
      `We don't know whether the ${kind} was created: the answer was lost, and the service's list may be incomplete. Check the account before you try again.`,
    ).problem;
  }
  const said = names.join(', ');
  return failure(
    'own-uncertain',
    `We don't know whether the ${kind} was created: the answer was lost, and ${said} is new in the account. Check it before you try again.`,
    { about: said },
  ).problem;
}

/**
 * Returns the problem of an account list that contradicts itself, so that it can never show whether
 * the request was processed.
 */
export function unclearProblem(kind: CustomModelKind): Problem {
  return failure(
    'own-uncertain',
    `We don't know whether the ${kind} was created: the service's list of ${kind}s is incomplete. Check the account, then try again or dismiss this one.`,
  ).problem;
}

export function changedProblem(name: string): Problem {
  return failure(
    'own-photo-changed',
    `"${name}" changed after it was checked, so nothing was sent. Choose it again.`,
    { about: name },
  ).problem;
}

/** Returns the problem of a creation that can be neither retried nor dismissed. */
export function unknownCreation(id: number): Outcome<never> {
  return failure(
    'own-creation-unknown',
    `There is no unfinished model or scene ${id} that can be dismissed. Nothing was changed.`,
    { about: String(id) },
  );
}
