import {
  chooseAgent,
  expect,
  films,
  generate,
  panel,
  parameter,
  runs,
  set,
  test,
} from './retouching.ts';
import { takePictures } from './window.ts';

test('C3 C4 a use case is the first choice of AI model, and a task is named under More', async ({
  window,
  service,
  retouch,
}) => {
  await expect(retouch).toBeVisible();
  await films(window).first().click();
  await chooseAgent(window, 'AI model');
  const useCase = panel(window).getByRole('combobox', { name: /^Use case:/u });
  await useCase.click();
  await window.getByRole('option', { name: 'Change the model only' }).click();
  await expect(useCase).toHaveAccessibleName(/Change the model only/u);
  await expect(panel(window).getByText('Still to choose: Model')).toBeVisible();
  await takePictures(window, 'retouch-use-case');
  await set(window, 'fashionModelId', '5003');
  await expect(panel(window).getByText('Still to choose')).toHaveCount(0);
  await set(window, 'batchCount', '1');
  await panel(window).locator('summary').click();
  await parameter(window, 'taskName').getByRole('textbox').fill('Spring 2027');
  await takePictures(window, 'retouch-task-name');
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready', { timeout: 30_000 });
  const { executions, tasks } = service.books();
  expect(tasks[0]?.initParams).toMatchObject({ taskName: 'Spring 2027' });
  expect(executions[0]?.params).toEqual({
    generatedContent: 'referToOrigin',
    maskType: 'autoHumanSegment',
    fashionModelId: 5003,
    pose: 'originalImagePose',
    batchCount: 1,
  });
  // another setting makes it no use case
  await set(window, 'maskType', 'Keeps the subject');
  await expect(useCase).toHaveAccessibleName(/Your own settings/u);
});
