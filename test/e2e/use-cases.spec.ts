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
  textOf,
} from './retouching.ts';
import { pick } from './views.ts';
import { takePictures } from './window.ts';

test('a real account starts with recipes, defaults that show their cost, and use cases', async ({
  window,
  service,
  retouch,
}) => {
  await expect(retouch).toBeVisible();
  await test.step('B14 three recipes, and every default shows its cost', async () => {
    await chooseAgent(window, 'Remove background');
    await expect(generate(window)).toHaveAccessibleName(/Generate 1 image\b/);
    await expect(parameter(window, 'batchCount')).toContainText('Reset to 4 images');
    await panel(window)
      .getByRole('button', { name: /^Recipe:/ })
      .click();
    for (const name of ['White background', 'Transparent cut-out', 'Product scene']) {
      await expect(window.getByRole('menuitem', { name })).toContainText('1 image');
    }
    await window.keyboard.press('Escape');
    await chooseAgent(window, 'AI pose');
    await expect(parameter(window, 'batchCount')).toContainText('default: 4 images');
    await panel(window)
      .getByRole('combobox', { name: /^Agent:/ })
      .click();
    await expect(window.getByRole('option', { name: 'Remove background' })).toContainText(
      '1 image',
    );
    await expect(window.getByRole('option', { name: 'AI product' })).toContainText('4 images');
    await window.keyboard.press('Escape');
  });

  await test.step('C3 C4 a use case is the first choice of AI model, and the task name is under Output and charges', async () => {
    await films(window).first().click();
    await chooseAgent(window, 'AI model');
    const useCase = panel(window).getByRole('combobox', { name: /^Use case:/u });
    await pick(window, /^Use case:/u, 'New model only');
    await expect(useCase).toHaveAccessibleName(/New model only/u);
    await expect(panel(window).getByText('Still needed: Model')).toBeVisible();
    await takePictures(window, 'retouch-use-case');
    await set(window, 'fashionModelId', '5003');
    await expect(panel(window).getByText('Still needed')).toHaveCount(0);
    await set(window, 'batchCount', '1');
    await panel(window).locator('summary', { hasText: 'Output and charges' }).click();
    await textOf(window, 'taskName').fill('Spring 2027');
    await takePictures(window, 'retouch-task-name');
    await generate(window).click();
    await expect(runs(window).first()).toContainText('1 of 1 ready');
    const { executions, tasks } = service.records();
    expect(tasks[0]?.initParams).toMatchObject({ taskName: 'Spring 2027' });
    expect(executions[0]?.params).toEqual({
      generatedContent: 'referToOrigin',
      maskType: 'autoHumanSegment',
      fashionModelId: 5003,
      pose: 'originalImagePose',
      batchCount: 1,
    });
    // after this change, the settings match no use case
    await set(window, 'maskType', 'Subject');
    await expect(useCase).toHaveAccessibleName(/Custom settings/u);
  });
});
