import type { ProblemCode } from '#shared/problem.ts';
import { problemsOfWork } from './problems-of-work.ts';

/** Chinese messages of all problems: see `Words`. */
export const problems: Readonly<Record<ProblemCode, string>> = {
  usage: '无法这样执行这个命令[（{about}）]。未做任何更改。',
  'time-over': '命令的时间[（{about}）]已到。已购买的内容不会丢失；再次运行同一命令即可继续。',
  'port-unavailable': '这个端口已被占用或不可用[（{about}）]。请换一个。',
  'account-unknown': '这台电脑上没有这个用户账户[（{about}）]。未做任何更改。',
  'system-unsupported': '不支持此操作系统的服务[（{about}）]。',
  'administrator-needed': '此操作需要管理员权限。未做任何更改。',
  'system-service-unknown': '没有设置这个系统服务[（{about}）]。',
  'setting-malformed': '设置[“{about}”]无效，请写成“名称=值”。',
  'recipe-unreadable': '无法读取配方[“{about}”]。照片没有丢失；请选择其他配方或文件。',
  'recipe-damaged': '这个文件夹的配方[（{about}）]已损坏。照片没有丢失；请选择其他配方。',
  'recipe-invalid': '配方[“{about}”]不符合要求[：请检查“{field}”]。',
  'recipe-unknown': '此配方已不存在，可能已在另一个窗口中移除。请选择其他配方，或另存为新配方。',
  'recipe-name-taken': '已有同名的配方[“{about}”]。没有保存任何内容；请换一个名称。',
  'recipe-in-use': '配方[“{about}”]正由投放文件夹使用，因此予以保留。请先在那里选择其他配方。',
  'agent-unknown': '没有此代理[（{about}）]。请选择列出的代理。',
  'version-unknown': '此代理没有该版本[（{about}）]。请选择列出的版本。',
  'parameter-unknown': '此代理没有该参数[（{field}）]。请将其移除。',
  'parameter-type': '[{field}：]值的形式不正确[，应为 {about}]。',
  'parameter-range': '[{field}：]值超出允许范围[（{about}）]。',
  'parameter-choice': '[{field}：]请选择允许的值[（{about}）]。',
  'parameter-required': '[{field}：]此项必填[，或填写以下任意一项：{about}]。',
  'parameter-together': '[{field}：]不能与其他项同时填写[（{about}）]，请只保留一项。',
  'parameter-not-used': '[{field}：]在当前设置下不起作用。请清除此项，或更改相关设置。',
  'template-invalid':
    '文件名模板无效[（{about}）]。模板不能为空或过长，花括号须成对，每级文件夹都要有名称，且不能含有文件名不允许的字符。',
  'template-escapes':
    '文件名模板不能指向输出文件夹之外。子文件夹请用“/”分隔，开头不要写“/”或盘符，也不要使用“\\”、“.”或“..”。',
  'template-token': '文件名模板中没有此标记[：{about}]。请使用列出的标记。',
  'template-same-names': '这样每张照片都会得到同一个名称。请加入 {name}、{seq}、{sku} 或 {time}。',
  'pattern-invalid':
    '{sku} 的匹配模式不可用。须为正则表达式，用一对圆括号括住货号，不重复整个括号，* + ? 合计不超过 3 个，总长不超过 100 个字符。',
  'path-relative': '请填写从磁盘根目录或盘符开始的完整路径。',
  'path-not-chosen':
    '此文件或文件夹[（{about}）]不是在此窗口中选择的，因此不会打开。请在对话框中选择，或将其拖到这里。',
  'path-out-of-reach':
    '无法在浏览器中打开此文件夹[（{about}）]。请选择个人文件夹内或磁盘上的文件夹，且不能是隐藏文件夹。',

  'policy-invalid':
    '这台电脑的策略无法使用[（{about}）]。在管理员修正之前，Darkslide 不会执行任何操作。',
  'policy-unsafe':
    '管理员以外的人可以写入[ {about}]，因此这台电脑的策略不被信任。在只有 root 可以写入之前，Darkslide 不会执行任何操作。',
  managed: '这由这台电脑的管理员设定[（{about}）]。没有任何更改。',
  'managed-service': '服务由管理员设定[（{about}）]。此处只能输入 API 密钥。',
  'managed-limit': '这台电脑的管理员设定了上限[ {about}]。请填写更小的数；没有任何更改。',
  'settings-file-invalid':
    '这个设置文件无法使用[（{about}）]：它已损坏、来自更新版本的 Darkslide，或不是设置文件。没有任何更改。',
  'setting-not-taken': '这台电脑上无法使用[：{about}]。',
  'setting-not-imported': '设置文件不会更改此项。如有需要，请在设置中自行更改。',
  'service-not-taken':
    '文件中写的是另一个服务[：{about}]。如果信任它，请用 API 密钥连接；在此之前一切保持不变。',
  'managed-folder':
    '这台电脑的管理员只允许在指定位置使用投放文件夹、输出和导出[：{about}]。请在其中选择文件夹。',

  'folder-missing': '文件夹[“{about}”]不存在或无法打开。请检查名称，并确认磁盘已连接。',
  'folder-unreadable': '无法打开文件夹[“{about}”]。请确认您有权读取。',
  'folder-empty': '文件夹[“{about}”]中没有照片。',
  'folder-unwritable': '无法写入[“{about}”]。请确认文件夹可写，且没有被其他程序占用。',
  'folder-own-output':
    '放在[“{about}”]中的结果会被当作新照片。请选择与投放文件夹并列的输出文件夹。',
  'folder-in-folder':
    '此文件夹与另一个投放文件夹[“{about}”]会争用同一批照片。请选择互不包含的文件夹，或换用其他配方。',
  'folder-in-data':
    '投放文件夹[“{about}”]与 Darkslide 的数据文件夹重叠，Darkslide 会处理并购买自己的文件。请选择数据文件夹之外的文件夹。',
  'folder-unreachable': '暂时无法访问[“{about}”]。没有丢失任何内容，恢复后会自动继续。',
  'folder-unknown':
    '此投放文件夹已不存在，可能已在另一个窗口中移除。它的照片、任务和结果都予以保留。',
  'folder-other-volume': '文件夹[“{about}”]位于另一个磁盘卷，因此照片留在原处。',
  'file-missing': '文件[“{about}”]不在原处。已购买的内容不会丢失；请把文件放回原处，然后重试。',
  'result-not-ready': '这个结果[“{about}”]尚未完成。',
  'result-gone': '结果[“{about}”]已不在交付位置。已购买的内容不会丢失。',
  'result-unknown': '这个结果已不存在。',
  'picture-gone': '这张图片[“{about}”]已不在这台电脑上。',
  'picture-unknown': '没有这张图片。',
  'picture-changed': '文件[“{about}”]已被更改。',
  'picture-unavailable': '目前无法下载这张图片。',
  'preview-unreadable': '无法读取[“{about}”的]预览。照片未受影响；请重新打开。',
  'file-unreadable':
    '无法读取文件[“{about}”]。请确认磁盘已连接、您有权读取，且没有被其他程序占用。',
  'file-not-regular': '[“{about}”]不是普通文件，因此未打开。请选择一个文件。',
  'file-too-large': '文件[“{about}”]过大，因此未读取。请选择较小的文件。',
  'facts-unreadable': '无法读取[“{about}”的]拍摄信息。照片本身可以处理。',
  'file-name-unreadable': '文件名[“{about}”]包含无法读取的字符。重命名后即可处理。',
  'file-incomplete': '文件[“{about}”]为空或不完整。请从来源处重新复制。',
  'file-empty': '文件[“{about}”]是空的。其余内容到达后会自动处理。',
  'file-partial': '文件[“{about}”]尚未完整。其余内容到达后会自动处理。',
  'file-changed': '文件[“{about}”]已被更改，先前读取的内容不再使用。新内容会当作新照片处理。',
  'recipe-file-unreadable':
    '配方中的一个文件无法读取，因此照片[“{about}”]未被接收。请放回该文件，或在配方中选择其他文件。',
  'recipe-file-changed':
    '添加照片后，配方中的文件[（{about}）]已被更改，因此未发送任何内容。请放回原来的文件后重试，或重新添加照片。',
  'file-changing': '文件[“{about}”]在读取时发生变化。请等写入程序完成后重试。',
  'photo-replaced': '这里现在是另一张照片[：“{about}”]。未发送任何内容；请在修图中重新添加该文件。',
  'inputs-changed': '[“{about}”的]蒙版或其他图片已更改。未发送任何内容；请在修图中重新运行。',
  'ticket-invalid':
    '照片的工单[（{about}）]无法使用，在此期间不会为这张照片购买任何内容。请改正工单；如果它不是给 Darkslide 的，请将其移走。',
  'ticket-late':
    '工单[（{about}）]在照片接收之后才到达或更改，因此不起作用，也不购买任何内容。若要按它处理，请将照片和工单重新放入文件夹。',

  'photo-address-refused':
    '照片[“{about}”]的网址位于本地网络内或未加密，Darkslide 未打开该网址。请自行下载照片，再添加文件。',
  'photo-download-failed': '照片[“{about}”]无法下载，未添加任何内容。请检查网址，然后重试。',
  'photo-download-offline':
    'Darkslide 已设为离线，因此未下载照片[“{about}”]。请在网络设置中转为在线，然后重新添加。',
  'photo-not-an-image': '文件[“{about}”]不是 Darkslide 能读取的照片。请导出为 JPEG、PNG 或 TIFF。',
  'photo-refused-format':
    '不接受[“{about}”]这样的文件。请导出为 RGB 模式的 JPEG、PNG 或 TIFF，不含额外通道。',
  'photo-channels': '照片[“{about}”]含有额外通道。请另存为不含额外通道的 RGB。',
  'photo-raw-only': '这个 RAW 文件[“{about}”]不含预览图。请先冲印，再使用 JPEG 或 TIFF。',
  'photo-damaged': '照片[“{about}”]已损坏或不完整。请从存储卡重新复制，或重新导出。',
  'photo-raw-damaged': '无法读取 RAW 文件[“{about}”]内的预览图。请先冲印，再使用 JPEG 或 TIFF。',
  'photo-too-small': '照片太小，服务不接受[：{about}]。请使用更大的照片；Darkslide 不会放大照片。',
  'photo-too-long':
    '照片过长[：{about}]。长边须小于短边的 2 倍；请裁切，或在配方中选择为过长的照片加边。',
  'photo-too-large': '照片[“{about}”]过大。请导出为较小的尺寸。',
  'upload-too-large':
    '文件[“{about}”]太大，无法在浏览器中添加。请用桌面应用打开，或放入监视文件夹。',
  'photo-too-heavy': '照片[“{about}”]无法压缩到服务允许的大小。请导出较小的版本。',
  'template-gone': '服务的列表中已没有[“{about}”]。请另选一个；没有发送任何内容。',
  'template-not-ready': '[“{about}”]尚未准备好或准备失败，无法使用。请另选一个；没有发送任何内容。',
  'template-failed': '服务无法准备[“{about}”]。请选择其他项；未发送任何内容。',
  'photo-misfit':
    '设置[（{field}）]与照片尺寸[（{about}）]不符，未发送任何内容。请调整设置或更换照片。',
  'photo-frame-shift':
    '照片[（{about}）]需要缩小才能上传，在画框中的位置会改变。未发送任何内容；请导出较小的版本或居中放置。',
  'photo-timeout': '照片[“{about}”]的读取时间过长，已放弃。请打开后另存，然后重试。',
  'image-process-crashed':
    '处理照片[“{about}”]时，图像进程意外停止。没有丢失其他内容；请重试，或将照片另存后再试。',
  'photo-unknown':
    '此照片[（{about}）]已不在胶片条中，可能已在另一个窗口中移除。已为它生成的内容都予以保留。',
  'own-unknown': '账号中没有此模特或场景，可能已被删除。没有更改任何内容。',
  'own-creation-unknown': '没有这个未完成的模特或场景[（{about}）]。',
  'own-photos':
    '照片数量不符合要求[（{about}）]。模特需要 1 至 4 张照片，场景需要 1 张；没有发送任何内容。',
  'own-photos-twice': '有两张照片内容相同[（{about}）]。请去掉一张；未发送任何内容。',
  'own-photo-changed': '照片[“{about}”]在选择后发生了更改。未发送任何内容；请重新选择。',
  'copy-gone': '数据文件夹中缺少照片副本[（{about}）]。未发送任何内容；请重新选择照片。',
  'own-name': '此名称无法使用[（{about}）]。请换一个较短的名称；没有发送任何内容。',
  'own-full': '账号中的数量已达上限[（{about}）]。请先删除不再需要的，再重试；没有创建任何内容。',
  'own-not-created': '服务的列表中没有它，因此没有创建。您可以重试或将其移除。',
  'own-uncertain': '不知道是否已经创建[：账号中新出现了“{about}”]。请先查看，再决定是否重试。',
  'own-other-account':
    'API 密钥似乎属于另一个账号：这里已知的[ {about} 个]模特和场景，该账号一个都没有。没有更改任何内容。请在设置中填写原账号的密钥，或为每个账号使用各自的数据文件夹（--data）。',
  'own-failed': '服务无法用这些照片制作[“{about}”]。请使用五官清晰的正面照片重新创建。',
  'own-in-use': '[“{about}”]正在使用中，因此予以保留。请等待任务结束，或先更改使用它的配方。',
  'own-uses-changed': '[“{about}”的]使用情况在询问后发生了变化。未删除任何内容；请再次确认。',
  'own-still-in-account': '模特或场景[“{about}”]仍在账户中。在账户中删除后，卡片会一并移除。',
  'own-release-over':
    '[“{about}”]的授权已到期，因此不再使用。没有购买任何内容；请续期后重试，或另选一个。',
  'own-not-allowed':
    '[“{about}”]不可用于这张照片的客户或文件夹。没有购买任何内容；请另选一个，或更改其卡片。',
  'own-cards-invalid': '无法读取卡片文件[（{about}）]。没有更改任何内容。',
  'own-release-file': '无法保存授权文件[“{about}”]。卡片保持不变；请选择其他文件。',
  'mask-invalid':
    '蒙版[“{about}”]不可用。请使用黑白图像，或让可更改的部分透明；不能全部保留，也不能什么都不保留。',
  'mask-by-address': '这个蒙版只有网址，因此无法得知其尺寸和内容。',
  'mask-file-foreign': '文件[“{about}”]不是 Darkslide 蒙版。请选择蒙版图片或在此绘制的蒙版。',
  'mask-unreadable': '无法读取蒙版图片[“{about}”]。请另存为 PNG 或选择其他图片。',
  'mask-empty': '蒙版[“{about}”]没有保留任何内容。请用白色涂出要保留的部分。',
  'mask-full': '蒙版[“{about}”]保留了整张图片。请留出可以改变的部分。',
  'mask-unknown': '此蒙版已不存在，可能已在另一个窗口中移除。',
  'mask-twice': '蒙版重复指定[（{about}）]。请只保留一处。',
  'mask-not-taken': '这个智能体[（{about}）]不使用蒙版。请移除蒙版或选择其他智能体。',
  'mask-changed': '另一个窗口已更改此蒙版，本次更改未保存。请重新打开蒙版，在最新内容上继续。',
  'mask-out-of-step': '这次更改与已保存的蒙版不符。请重新打开蒙版。',
  'mask-too-large': '蒙版内容过多，本次更改未保存。请撤销几步，或开始一个新蒙版。',
  'mask-size': '蒙版与照片的尺寸不同[（{about}）]。请让蒙版与摆正后的照片尺寸一致。',
  'mask-shape': '蒙版与照片的宽高比不同[（{about}）]。未发送任何内容；请为这张照片绘制蒙版。',

  ...problemsOfWork,
};
