export const targetFrame = {
  'targetFrame.label': '目标画框',
  'targetFrame.show': '画框',
  'targetFrame.photo': '画框中的照片',
  'targetFrame.photoAt': '照片距左侧 {left, number} px，距顶部 {top, number} px',
  'targetFrame.photoAtShort': '照片位于 {left, number}, {top, number}',
  'targetFrame.size': '{width, number} × {height, number} px',
  'targetFrame.left': '画框左边缘',
  'targetFrame.right': '画框右边缘',
  'targetFrame.top': '画框上边缘',
  'targetFrame.bottom': '画框下边缘',
  'targetFrame.help':
    '可拖动，也可用方向键移动：每次 1 px，按住 Shift 每次 10 px。拖动时会吸附到中线、边缘和三分线；按住 Ctrl 或 Command 则不吸附。',
  'targetFrame.centreAcross': '照片左右居中',
  'targetFrame.centreDown': '照片上下居中',
  'targetFrame.scale': '照片在画框中的大小',
  'targetFrame.fitIn': '将整张照片放入画框',
  'targetFrame.sizes': '参考尺寸',
} as const;
