import type { ProblemCode } from '#shared/problem.ts';

/** Chinese messages of problems of the service, the network, jobs, the ledger and Darkslide itself: see `Words`. */
export const problemsOfWork = {
  'service-key-missing': '没有 API 密钥。请在设置中填写，或设置环境变量 DARKSLIDE_API_KEY。',
  'service-key-file': '无法使用 API 密钥文件[（{about}）]。',
  'service-manager':
    '系统没有接受此后台服务[（{about}）]。没有更改任何内容；可运行 darkslide service 查看原因。',
  'login-item': '系统不允许 Darkslide 在登录时启动。请查看系统的登录项设置；其他内容没有更改。',
  'login-item-unavailable': '只有已安装的桌面应用才能在登录时启动。',
  'service-unwritable':
    '系统无法用此名称[（{about}）]设置后台服务。没有更改任何内容；请换一个名称。',
  'service-unauthorised':
    '服务不接受此 API 密钥[（{about}）]。没有丢失任何内容；请在设置中检查密钥，或重新复制。',
  'service-key-invalid': 'API 密钥包含无效字符。请从服务重新复制。',
  'service-unreachable':
    '无法连接服务[（{about}）]。没有丢失任何内容；请检查网络、服务地址和本机时间。',
  'demo-unavailable': '无法启动演示服务[（{about}）]。',
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
  'service-certificate-early':
    '服务的证书尚未生效[（{about}）]，因此未发送任何内容。请检查电脑的日期。',
  'service-certificate-name':
    '应答的证书属于其他名称[（{about}）]，因此没有连接，也没有发送任何内容。请检查地址；也可能是网络的登录页面挡在中间。',
  'proxy-bad-url': '代理地址[（{about}）]无效。请填写类似 http://proxy.example.com:8080 的地址。',
  'proxy-sign-in-in-address': '请在各自的字段中填写用户名和密码。未做任何更改。',
  'proxy-failed':
    '无法通过代理[（{about}）]。没有发送任何内容；请在“设置”的“网络”中检查其地址，或联系网络管理员。',
  'proxy-unsupported':
    '此网络使用 Darkslide 不支持的代理[（{about}）]。请在“设置”的“网络”中填写 HTTP 或 HTTPS 代理。',
  'proxy-unreachable': '无法连接代理[（{about}）]。请检查“设置”“网络”中的地址和网络连接。',
  'proxy-authentication':
    '代理[（{about}）]要求用户名和密码，或不接受已填写的内容。没有发送任何内容；请在“设置”的“网络”中填写。',
  'proxy-credentials-refused': '代理[（{about}）]不接受该用户名和密码。请在“设置”的“网络”中更改。',
  'proxy-sign-in-unsupported':
    '代理[（{about}）]要求 Darkslide 不支持的登录方式。请向网络管理员索取使用用户名和密码的代理。',
  'proxy-name-missing': '代理密码缺少用户名。未做任何更改。',
  'proxy-not-named': '系统目前没有使用代理，密码无从对应。未做任何更改；请手动填写代理。',
  'certificates-not-safe':
    '证书文件[ {about} ]位于 Darkslide 的数据文件夹中，页面可以写入该处，因此不受信任。请选择其他文件夹中的文件。',
  'certificates-unreadable':
    '无法使用证书文件[“{about}”]。请选择 PEM 格式的文件，其中包含网络的根证书。',
  offline: '已按设置离线，不会发送任何内容。转为在线后会自动继续。',
  'keychain-failed': '系统钥匙串没有保存密钥。请确认钥匙串已解锁，然后重试。',
  'templates-incomplete':
    '服务只给出了列表的一部分[（{about}）]。已给出的都在这里，其余可按编号使用。',
  'list-unknown': '服务没有这个智能体的此类列表[（{about}）]。',
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
  'update-not-installed': '无法安装新版本。Darkslide 保持不变，稍后会重试。',

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
  'execution-known': '任务[“{about}”]已经包含这次执行。',
  'execution-deadline':
    '任务[（{about}）]的执行没有在期限内结束。费用已经支付；重试任务可继续等待，取消任务则放弃。',
  'spending-limit': '已达到每日限额[（{about} 张图像）]。照片会等到明天，或等到提高限额。',
  'job-unreadable': '账本中的任务[“{about}”]无法读取。内容原样保留，没有发送任何内容。',
  'job-not-found': '没有此任务[（{about}）]。',
  'job-not-adoptable': '只有待处理、失败或已取消的任务才能接管执行[（{about}）]。未做任何更改。',
  'job-not-retryable': '只有失败、待处理或已取消的任务才能重试[（{about}）]。',
  'job-ended': '任务[“{about}”]已经结束。',
  'job-paid': '任务[“{about}”]已经付费，无法取消。其图片仍会下载。',
  'job-not-pausable': '任务[“{about}”]现在无法暂停。',
  'job-not-waiting': '只有等待中的任务才能移到最前[（{about}）]。',
  'job-sent':
    '[“{about}”]已用原配方发送，可能已付费，因此配方保持不变。未做任何更改；请在修图中用新设置运行这张照片。',
  'job-made-already': '这张照片[（“{about}”）]已有相同设置的任务。未做任何更改，不会重复购买。',
  'job-has-ticket':
    '照片[“{about}”]带有自己的工单。要使用更改后的配方，请将照片和工单重新放入投放文件夹。',
  'recipe-not-saved':
    '照片[“{about}”]不属于任何使用已保存配方的投放文件夹。未做任何更改；请在修图中运行这张照片。',
  'padding-not-needed': '照片[“{about}”]并非因过长被拒绝，因此没有填充。未做任何更改。',
  'job-under-way':
    '任务[“{about}”]尚未结束，或在队列中等待您的答复，因此没有更改任何内容。请在其结束后再试。',
  'task-in-use':
    '[“{about}”：]服务上的任务仍有已付费的内容需要取回，没有删除任何内容。请在任务完成后再删除。',
  'task-uncertain':
    '[“{about}”：]尚不清楚某次请求是否已计费，只有服务上的任务能说明，因此会保留到放弃请求后三天。没有删除任何内容。',
  'task-missing': '任务[“{about}”]在服务上没有对应的任务。',
  'task-deleted':
    '[“{about}”：]服务上的任务已删除，无法再从中取得任何内容。文件和标记都保留；再次运行会新建任务。',
  'task-deleted-already': '[“{about}”的]服务端任务已经删除。',
  cancelled: '任务已取消，照片不受影响。',

  'download-failed': '结果暂时无法下载，仍保存在服务端。已付费的内容不会丢失；请稍后重试任务。',
  'download-refused':
    '服务端给出的地址位于本地网络内或未加密，Darkslide 未打开该地址。结果已付费，仍保存在服务端；请联系服务端的支持人员。',
  'download-no-address':
    '服务没有给出已完成图片[（{about}）]的网址。图片已付费且不会丢失；请稍后重试。',
  'download-damaged': '下载的文件不完整或不是图像，已丢弃。结果仍在服务端，请稍后重试任务。',
  'psd-failed': '图像已交付，但未能制作 PSD[（{about}）]。',
  'psd-requested': 'PSD 已经存在，或已在请求中。',
  'original-pixels-left':
    '照片的原始像素未能放回结果[（{about}）]。结果按服务端生成的样子交付，没有丢失任何内容。',
  'delivery-failed':
    '结果无法放入输出文件夹[（{about}）]，仍保存在 Darkslide 中。请确认文件夹可写且没有被其他程序占用，然后重试任务。',
  'metadata-failed':
    '无法写入元数据，结果仍保存在 Darkslide 中。请重试任务，或在配方中不沿用照片的元数据。',
  'metadata-tool-missing':
    '此电脑上无法启动 ExifTool，因此没有向服务发送任何内容。请安装 Perl 后重试，或在配方中不沿用照片的元数据。',
  'marks-not-written':
    '有些文件没有写入星级和选中标记[，例如“{about}”]：文件已被移动、被其他程序更改、设为只读、正作为照片使用，或磁盘已满。标记仍保存在图库中。',
  'disk-full': '磁盘已满[（{about}）]。没有丢失任何内容；腾出空间后会自动继续。',
  'disk-failing': '磁盘报告错误[（{about}）]。请先检查磁盘，再继续工作。',
  'export-failed': '未能导出[“{about}”]。结果本身没有改动，请重新导出。',
  'export-empty': '没有可导出的结果。',
  'export-folder-watched':
    '这个文件夹[（{about}）]位于监视文件夹内，导出的文件会被当作新照片处理。请选择其他文件夹。',
  'export-disk-full':
    '磁盘已满[（{about}）]，导出已停止。已写好的文件都保留；请腾出空间，然后导出其余部分。',
  'export-folder-gone':
    '文件夹[“{about}”]已无法写入，导出已停止。已写好的文件都保留；请重新连接，然后导出其余部分。',
  'export-running': '另一个导出正在进行。请等它结束，或先取消它。',

  'data-folder-locked':
    '数据文件夹[（{about}）]正由另一个程序使用。请关闭另一个 Darkslide，或等那个程序结束。',
  'control-unavailable':
    '此 Darkslide 打开期间，命令无法连接到它。工作会继续；要使用命令，请退出 Darkslide。',
  'control-not-safe':
    '通往已打开的 Darkslide 的入口[（{about}）]对其他用户开放，因此没有使用。请删除它并重新启动 Darkslide。',
  'version-differs':
    '已打开的是另一个版本的 Darkslide[（{about}）]。请退出它，或使用该版本的命令。',
  'open-with-other-service':
    '已打开的 Darkslide 使用的是另一个服务[（{about}）]，没有发送任何内容。请在其中更换服务，或退出 Darkslide。',
  'option-not-taken':
    '选项[“{about}”]只在没有打开其他 Darkslide 时有效。请去掉它，或退出 Darkslide。',
  'data-folder-on-share':
    '数据文件夹[（{about}）]位于网络共享上。请选择本地磁盘上的文件夹；照片和结果可以留在共享上。',
  'ledger-busy': '另一个程序（例如备份软件）正在使用账本[（{about}）]。工作会等它完成。',
  'ledger-disk-full': '账本所在磁盘[（{about}）]已满。没有任何丢失；请腾出空间后重新启动。',
  'samples-missing':
    '无法放置示例照片[（{about}）]。演示可在没有它们的情况下使用；请添加自己的文件夹。',
  'data-folder-unusable':
    '无法在数据文件夹中读写[（{about}）]。没有丢失任何内容；请检查磁盘是否可写、是否还有空间。',
  'ledger-elsewhere':
    '此账本[（{about}）]属于另一个服务，没有发送任何内容。请为此服务使用另一个数据文件夹。',
  'ledger-newer': '账本[（{about}）]由更新版本的 Darkslide 写成，已原样保留。请更新 Darkslide。',
  'ledger-damaged':
    '账本[（{about}）]已损坏。没有再发送任何内容；请退出 Darkslide，然后运行 darkslide check。',
  'ledger-restored':
    '账本已换成备份。其后可能购买的内容会先向服务询问，再发送新的请求；其后给出的照片如不在投放文件夹中，需要重新给出。',
  'restore-failed': '无法将备份恢复到数据文件夹[（{about}）]。备份未受影响；请检查空间和写入权限。',
  'backup-failed':
    '账本未能备份[（{about}）]。工作照常进行，没有丢失任何内容；一小时内会再次尝试。',
  'data-folder-gone':
    '数据文件夹[（{about}）]已不在原处，因此不再发送任何内容。请恢复此文件夹并重新启动 Darkslide；已购买的内容可在服务端找到。',
  'settings-damaged':
    '部分设置无法读取[（{about}）]，已改用默认值。请检查设置；任务和照片不受影响。',
  'settings-unwritable': '无法保存设置[（{about}）]。未做任何更改；请检查空间和写入权限。',
  'settings-unreadable': '无法读取设置[（{about}）]，因此使用默认值。任务和照片未受影响。',

  'studio-gone':
    'Darkslide 没有响应：可能已关闭，或正在重新打开。已购买的内容不会丢失，Darkslide 运行后会继续。',
  'studio-opening': 'Darkslide 正在启动。请稍后再试。',
  'studio-closing': 'Darkslide 正在退出。已付费的内容不会丢失。',
  'request-unknown': '没有可以这样询问的内容[（{about}）]。',
  'request-invalid': '填写的内容无法使用[：请检查“{field}”]。没有执行任何操作。',
  'drag-unsupported': '在浏览器中由页面自身将文件拖到其他程序。',
  'requests-too-many': '同时进行的请求过多，没有执行任何操作。请稍后再试。',
  'file-manager-missing': '此处无法打开文件管理器[。文件位于 {about}]。',
  'edited-elsewhere':
    '内容[（{about}）]刚在另一个窗口中被更改，因此没有保存。请先查看那里的更改，再保存。',
  interrupted: '已中断，没有丢失任何内容。已完成的部分都予以保留，请重新开始其余部分。',
  paused: '已暂停，已购买的内容不会丢失。让它继续，才会再购买。',
  internal: 'Darkslide 自身出错[（{about}）]。照片和已购买的内容不受影响；请报告此问题。',
  'screens-unbuilt': '无法生成界面，因此没有内容可显示。',
} satisfies Partial<Record<ProblemCode, string>>;
