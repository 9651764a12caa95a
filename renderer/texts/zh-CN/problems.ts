import type { ProblemCode } from '#shared/problem.ts';

/** What each problem says in Chinese: see `Words`. */
export const problems: Readonly<Record<ProblemCode, string>> = {
  usage: '现在不能对此任务[（{about}）]执行该操作，没有更改任何内容。',
  'setting-malformed': '设置[“{about}”]无效，请写成“名称=值”。',
  'recipe-unreadable': '无法读取配方[“{about}”]。照片没有丢失；请选择其他配方或文件。',
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

  'policy-invalid':
    '这台电脑的策略无法使用[（{about}）]。在管理员修正之前，Darkslide 不会执行任何操作。',
  'policy-unsafe':
    '管理员以外的人可以写入[ {about}]，因此这台电脑的策略不被信任。在只有 root 可以写入之前，Darkslide 不会执行任何操作。',
  managed: '这由这台电脑的管理员设定[（{about}）]。没有任何更改。',
  'managed-limit': '这台电脑的管理员设定了上限[ {about}]。请填写更小的数；没有任何更改。',
  'settings-file-invalid':
    '这个设置文件无法使用[（{about}）]：它已损坏、来自更新版本的 Darkslide，或不是设置文件。没有任何更改。',
  'setting-not-taken': '这台电脑上无法使用[：{about}]。',
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
  'folder-unreachable': '暂时无法访问[“{about}”]。没有丢失任何内容，恢复后会自动继续。',
  'folder-unknown':
    '此投放文件夹已不存在，可能已在另一个窗口中移除。它的照片、任务和结果都予以保留。',
  'folder-other-volume': '文件夹[“{about}”]位于另一个磁盘卷，因此照片留在原处。',
  'file-missing': '文件[“{about}”]不在原处。已购买的内容不会丢失；请把文件放回原处，然后重试。',
  'file-unreadable':
    '无法读取文件[“{about}”]。请确认磁盘已连接、您有权读取，且没有被其他程序占用。',
  'file-not-regular': '[“{about}”]不是普通文件，因此未打开。请选择一个文件。',
  'file-too-large': '文件[“{about}”]过大，因此未读取。请选择较小的文件。',
  'file-incomplete': '文件[“{about}”]为空或不完整。请从来源处重新复制。',
  'file-changed': '文件[“{about}”]已被更改，先前读取的内容不再使用。新内容会当作新照片处理。',
  'ticket-invalid':
    '照片的工单[（{about}）]无法使用，在此期间不会为这张照片购买任何内容。请改正工单；如果它不是给 Darkslide 的，请将其移走。',
  'ticket-late':
    '工单[（{about}）]在照片接收之后才到达或更改，因此不起作用，也不购买任何内容。若要按它处理，请将照片和工单重新放入文件夹。',

  'photo-not-an-image': '文件[“{about}”]不是 Darkslide 能读取的照片。请导出为 JPEG、PNG 或 TIFF。',
  'photo-refused-format':
    '不接受[“{about}”]这样的文件。请导出为 RGB 模式的 JPEG、PNG 或 TIFF，不含额外通道。',
  'photo-damaged': '照片[“{about}”]已损坏或不完整。请从存储卡重新复制，或重新导出。',
  'photo-too-small': '照片太小，服务不接受[：{about}]。请使用更大的照片；Darkslide 不会放大照片。',
  'photo-too-long':
    '照片过长[：{about}]。长边须小于短边的 2 倍；请裁切，或在配方中选择为过长的照片加边。',
  'photo-too-large': '照片[“{about}”]过大。请导出为较小的尺寸。',
  'template-gone': '服务的列表中已没有[“{about}”]。请另选一个；没有发送任何内容。',
  'template-not-ready': '[“{about}”]尚未准备好或准备失败，无法使用。请另选一个；没有发送任何内容。',
  'photo-misfit':
    '设置[（{field}）]与照片尺寸[（{about}）]不符，未发送任何内容。请调整设置或更换照片。',
  'photo-timeout': '照片[“{about}”]的读取时间过长，已放弃。请打开后另存，然后重试。',
  'image-process-crashed':
    '处理照片[“{about}”]时，图像进程意外停止。没有丢失其他内容；请重试，或将照片另存后再试。',
  'photo-unknown':
    '此照片[（{about}）]已不在胶片条中，可能已在另一个窗口中移除。已为它生成的内容都予以保留。',
  'own-unknown': '账号中没有此模特或场景，可能已被删除。没有更改任何内容。',
  'own-photos':
    '照片数量不符合要求[（{about}）]。模特需要 1 至 4 张照片，场景需要 1 张；没有发送任何内容。',
  'own-name': '此名称无法使用[（{about}）]。请换一个较短的名称；没有发送任何内容。',
  'own-full': '账号中的数量已达上限[（{about}）]。请先删除不再需要的，再重试；没有创建任何内容。',
  'own-not-created': '服务的列表中没有它，因此没有创建。您可以重试或将其移除。',
  'own-uncertain': '不知道是否已经创建[：账号中新出现了“{about}”]。请先查看，再决定是否重试。',
  'own-other-account':
    'API 密钥似乎属于另一个账号：这里已知的[ {about} 个]模特和场景，该账号一个都没有。没有更改任何内容。请在设置中填写原账号的密钥，或为每个账号使用各自的数据文件夹（--data）。',
  'own-failed': '服务无法用这些照片制作[“{about}”]。请使用五官清晰的正面照片重新创建。',
  'own-in-use': '[“{about}”]正在使用中，因此予以保留。请等待任务结束，或先更改使用它的配方。',
  'own-release-over':
    '[“{about}”]的授权已到期，因此不再使用。没有购买任何内容；请续期后重试，或另选一个。',
  'own-not-allowed':
    '[“{about}”]不可用于这张照片的客户或文件夹。没有购买任何内容；请另选一个，或更改其卡片。',
  'own-cards-invalid': '无法读取卡片文件[（{about}）]。没有更改任何内容。',
  'own-release-file': '无法保存授权文件[“{about}”]。卡片保持不变；请选择其他文件。',
  'mask-invalid':
    '蒙版[“{about}”]不可用。请使用黑白图像，或让可更改的部分透明；不能全部保留，也不能什么都不保留。',
  'mask-unknown': '此蒙版已不存在，可能已在另一个窗口中移除。',
  'mask-changed': '另一个窗口已更改此蒙版，本次更改未保存。请重新打开蒙版，在最新内容上继续。',
  'mask-too-large': '蒙版内容过多，本次更改未保存。请撤销几步，或开始一个新蒙版。',
  'mask-size': '蒙版与照片的尺寸不同[（{about}）]。请让蒙版与摆正后的照片尺寸一致。',

  'service-key-missing': '没有 API 密钥。请在设置中填写，或设置环境变量 DARKSLIDE_API_KEY。',
  'service-manager':
    '系统没有接受此后台服务[（{about}）]。没有更改任何内容；可运行 darkslide service 查看原因。',
  'login-item': '系统不允许 Darkslide 在登录时启动。请查看系统的登录项设置；其他内容没有更改。',
  'service-unwritable':
    '系统无法用此名称[（{about}）]设置后台服务。没有更改任何内容；请换一个名称。',
  'service-unauthorised':
    '服务不接受此 API 密钥[（{about}）]。没有丢失任何内容；请在设置中检查密钥，或重新复制。',
  'service-unreachable':
    '无法连接服务[（{about}）]。没有丢失任何内容；请检查网络、服务地址和本机时间。',
  'service-timeout': '服务[（{about}）]没有及时应答。没有丢失任何内容；请检查网络和服务地址。',
  'service-not-an-envelope':
    '应答不是来自该服务[（{about}）]。请检查服务地址；如果网络需要登录，请先登录。',
  'service-refused': '服务拒绝了请求[：“{about}”]。照片不受影响。',
  'service-rate-limited': '服务要求放慢速度[：“{about}”]。Darkslide 稍后会自动重试。',
  'service-balance': '账户余额不足[：“{about}”]。照片会等待，不会丢失；充值后会自动继续。',
  'service-bad-url':
    '服务地址无效。请填写完整地址，例如 https://example.com/openapi/v1，不含用户名、? 或 #；只有本机的服务可以用 http://。',
  'service-fixed':
    '服务在启动 Darkslide 时已指定，因此不能在此更改。若要选择服务，请在启动时不带 --service。',
  'service-certificate':
    '无法确认服务的证书可信[（{about}）]，因此没有连接，也没有发送任何内容。如果公司网络会检查连接，请在“设置”的“网络”中填写其根证书文件。',
  'service-certificate-expired':
    '服务的证书今天无效[（{about}）]，因此没有连接，也没有发送任何内容。请检查本机日期；如果日期无误，请联系服务方。',
  'service-certificate-name':
    '应答的证书属于其他名称[（{about}）]，因此没有连接，也没有发送任何内容。请检查地址；也可能是网络的登录页面挡在中间。',
  'proxy-bad-url': '代理地址[（{about}）]无效。请填写类似 http://proxy.example.com:8080 的地址。',
  'proxy-failed':
    '无法通过代理[（{about}）]。没有发送任何内容；请在“设置”的“网络”中检查其地址，或联系网络管理员。',
  'proxy-authentication':
    '代理[（{about}）]要求用户名和密码，或不接受已填写的内容。没有发送任何内容；请在“设置”的“网络”中填写。',
  'certificates-unreadable':
    '无法使用证书文件[“{about}”]。请选择 PEM 格式的文件，其中包含网络的根证书。',
  offline: '已按设置离线，不会发送任何内容。转为在线后会自动继续。',
  'keychain-failed': '系统钥匙串没有保存密钥。请确认钥匙串已解锁，然后重试。',
  'templates-incomplete':
    '服务只给出了列表的一部分[（{about}）]。已给出的都在这里，其余可按编号使用。',
  'callback-settings': '通知设置中有一项不能使用[：{about}]。请更正后再试，没有更改任何内容。',
  'callback-not-listening':
    '无法监听服务的通知[（{about}）]：端口可能被其他程序占用。结果仍会照常查询；请在设置中更换地址或端口。',
  aborted: '已停止，没有丢失任何内容。',

  'updates-elsewhere': '此 Darkslide 不会自行获取新版本。设置的“更新”中说明了新版本的来源。',
  'updates-off': '查找新版本已关闭。可在设置的“更新”中打开。',
  'update-unreachable': '目前无法访问提供新版本的地址。Darkslide 保持不变，稍后会再查找。',
  'update-missing': '此渠道没有适用于这台电脑的版本。Darkslide 保持不变，稍后会再查找。',
  'update-unreadable': '新版本列表[（{about}）]无法读取。Darkslide 保持不变，稍后会再查找。',
  'update-unsigned': '找到的新版本没有签名，因此未予理会。Darkslide 保持不变；请告知提供更新的人。',
  'update-foreign':
    '收到的版本并非由 Darkslide 的开发者签名。已丢弃，没有安装任何内容；请告知提供更新的人。',
  'update-unproven':
    'PowerShell 在此无法运行，因此 Windows 无法检查新版本由谁签名。已丢弃，没有安装任何内容；请询问管理员，或手动安装。',
  'update-older': '提供的最新版本其实较旧[（{about}）]。旧版本从不安装；Darkslide 保持不变。',
  'update-redirected':
    '获取新版本时被引向不安全的地址[（{about}）]，因此没有继续。没有下载任何内容；请告知提供更新的人。',
  'update-too-long': '收到的内容超出了新版本应有的大小。已中断并丢弃；Darkslide 保持不变。',
  'update-cut': '新版本多次未能完整下载。已丢弃，稍后会重新获取。',
  'update-damaged': '收到的内容与公布的新版本不符。已丢弃，没有安装任何内容。',
  'update-changed': '新版本[ {about} ]下载后在这台电脑上被改动。已丢弃，没有安装；请重新获取。',
  'update-not-ready': '没有可安装的新版本。请先查找。',
  'update-jobs-running':
    '有照片正在处理，因此没有安装。如果仍要重新启动，已付费的会先安全完成，其余的随后继续。',
  'update-failed': '新版本无法获取或安装。Darkslide 保持不变，稍后会再查找。',

  'execution-failed': '服务没有生成图像[（{about}）]。照片不受影响；再次购买才会重新生成。',
  'execution-partial': '服务没有生成全部图像[（{about}）]。已生成的图像都已交付。',
  'execution-unknown':
    '无法确定[“{about}”]是否已扣费：服务的应答丢失了。没有再发送任何内容。请再次询问服务，或重新发送；如果第一次其实已送达，重新发送会购买两次。',
  'execution-late':
    '[“{about}”]丢失的请求其实已被处理，并已扣费。重试该任务即可取回图像，不会再扣费。',
  'execution-twice':
    '先前丢失或放弃的请求其实已被处理[（{about}）]，并已扣费。再次运行这张照片即可取回图像，不会再扣费。',
  'execution-limit-of-task':
    '任务[（{about}）]在服务端已有 20 次执行，较早的执行可能看不到。没有发送任何内容；请取消任务，或用其他配方处理这张照片。',
  'execution-not-found':
    '服务在此任务中没有找到该执行[（{about}）]。没有更改任何内容；请在服务控制台中核对编号。',
  'execution-deadline':
    '任务[（{about}）]的执行没有在期限内结束。费用已经支付；重试任务可继续等待，取消任务则放弃。',
  'spending-limit': '已达到每日限额[（{about} 张图像）]。照片会等到明天，或等到提高限额。',
  'job-unreadable': '账本中的任务[“{about}”]无法读取。内容原样保留，没有发送任何内容。',
  'job-not-found': '没有此任务[（{about}）]。',
  'job-under-way':
    '任务[“{about}”]尚未结束，或在队列中等待您的答复，因此没有更改任何内容。请在其结束后再试。',
  'task-in-use':
    '[“{about}”：]服务上的任务仍有已付费的内容需要取回，没有删除任何内容。请在任务完成后再删除。',
  'task-uncertain':
    '[“{about}”：]尚不清楚某次请求是否已计费，只有服务上的任务能说明，因此会保留到放弃请求后三天。没有删除任何内容。',
  'task-deleted':
    '[“{about}”：]服务上的任务已删除，无法再从中取得任何内容。文件和标记都保留；再次运行会新建任务。',
  cancelled: '任务已取消，照片不受影响。',

  'download-failed': '结果暂时无法下载，仍保存在服务端。已付费的内容不会丢失；请稍后重试任务。',
  'download-refused':
    '服务端给出的地址位于本地网络内或未加密，Darkslide 未打开该地址。结果已付费，仍保存在服务端；请联系服务端的支持人员。',
  'download-damaged': '下载的文件不完整或不是图像，已丢弃。结果仍在服务端，请稍后重试任务。',
  'psd-failed': '图像已交付，但未能制作 PSD[（{about}）]。',
  'original-pixels-left':
    '照片的原始像素未能放回结果[（{about}）]。结果按服务端生成的样子交付，没有丢失任何内容。',
  'delivery-failed':
    '结果无法放入输出文件夹[（{about}）]，仍保存在 Darkslide 中。请确认文件夹可写且没有被其他程序占用，然后重试任务。',
  'metadata-failed':
    '无法写入元数据，结果仍保存在 Darkslide 中。请确认已安装 Perl，或在配方中不沿用照片的元数据。',
  'marks-not-written':
    '有些文件没有写入星级和选中标记[，例如“{about}”]：文件已被移动、被其他程序更改、设为只读、正作为照片使用，或磁盘已满。标记仍保存在图库中。',
  'disk-full': '磁盘已满[（{about}）]。没有丢失任何内容；腾出空间后会自动继续。',
  'disk-failing': '磁盘报告错误[（{about}）]。请先检查磁盘，再继续工作。',
  'export-failed': '未能导出[“{about}”]。结果本身没有改动，请重新导出。',
  'export-disk-full':
    '磁盘已满[（{about}）]，导出已停止。已写好的文件都保留；请腾出空间，然后导出其余部分。',
  'export-folder-gone':
    '文件夹[“{about}”]已无法写入，导出已停止。已写好的文件都保留；请重新连接，然后导出其余部分。',
  'export-running': '另一个导出正在进行。请等它结束，或先取消它。',

  'data-folder-locked':
    '数据文件夹[（{about}）]正由另一个程序使用。请关闭另一个 Darkslide，或等那个程序结束。',
  'data-folder-unusable':
    '无法在数据文件夹中读写[（{about}）]。没有丢失任何内容；请检查磁盘是否可写、是否还有空间。',
  'ledger-elsewhere':
    '此账本[（{about}）]属于另一个服务，没有发送任何内容。请为此服务使用另一个数据文件夹。',
  'ledger-newer': '账本[（{about}）]由更新版本的 Darkslide 写成，已原样保留。请更新 Darkslide。',
  'ledger-damaged':
    '账本[（{about}）]已损坏。没有再发送任何内容；请退出 Darkslide，然后运行 darkslide check。',
  'ledger-restored':
    '账本已换成备份。其后可能购买的内容会先向服务询问，再发送新的请求；其后给出的照片如不在投放文件夹中，需要重新给出。',
  'backup-failed':
    '账本未能备份[（{about}）]。工作照常进行，没有丢失任何内容；一小时内会再次尝试。',
  'data-folder-gone':
    '数据文件夹[（{about}）]已不在原处，因此不再发送任何内容。请恢复此文件夹并重新启动 Darkslide；已购买的内容可在服务端找到。',
  'settings-damaged':
    '部分设置无法读取[（{about}）]，已改用默认值。请检查设置；任务和照片不受影响。',

  'studio-gone':
    'Darkslide 没有响应：可能已关闭，或正在重新打开。已购买的内容不会丢失，Darkslide 运行后会继续。',
  'request-unknown': '没有可以这样询问的内容[（{about}）]。',
  'request-invalid': '填写的内容无法使用[：请检查“{field}”]。没有执行任何操作。',
  'requests-too-many': '同时进行的请求过多，没有执行任何操作。请稍后再试。',
  'file-manager-missing': '此处无法打开文件管理器[。文件位于 {about}]。',
  'edited-elsewhere':
    '内容[（{about}）]刚在另一个窗口中被更改，因此没有保存。请先查看那里的更改，再保存。',
  interrupted: '已中断，没有丢失任何内容。已完成的部分都予以保留，请重新开始其余部分。',
  paused: '已暂停，已购买的内容不会丢失。让它继续，才会再购买。',
  internal: 'Darkslide 自身出错[（{about}）]。照片和已购买的内容不受影响；请报告此问题。',
};
