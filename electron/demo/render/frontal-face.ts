/*!
 * The numbers by which `faces.ts` knows a face that looks at the camera: OpenCV's
 * data/lbpcascades/lbpcascade_frontalface_improved.xml, one line a look instead of XML.
 *
 * Copyright (c) 2017, Puttemans Steven, Can Ergun and Toon Goedeme
 * (KU Leuven, EAVISE Research Group, Jan Pieter De Nayerlaan 5,
 * Sint-Katelijne-Waver, Belgium).
 * All rights reserved.
 *
 * Redistribution and use in source and binary forms, with or without modification, are permitted
 * provided that the following conditions are met:
 *
 *    * Redistributions of source code must retain the above copyright notice, this list of
 *      conditions and the following disclaimer.
 *    * Redistributions in binary form must reproduce the above copyright notice, this list of
 *      conditions and the following disclaimer in the documentation and/or other materials provided
 *      with the distribution.
 *    * The name of Contributor may not used to endorse or promote products derived from this
 *      software without specific prior written permission.
 *
 * THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
 * IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
 * FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE CONTRIBUTORS BE LIABLE FOR
 * ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
 * LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR
 * BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT
 * LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
 * SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
 */

/** px; a window of this side is asked whether it is a face. */
export const windowSide = 45;

/**
 * The stages a window passes one after the other, each only when its looks sum up to the threshold. A
 * look is 44 bytes in hexadecimal, high byte first: x, y, width and height of the first of nine equal
 * fields (a byte each), which of the 256 patterns of their light speak for it (eight times 32 bits,
 * the lowest bit first), and what it counts if the pattern does and if it does not (floats).
 */
export const stages: readonly { readonly threshold: number; readonly looks: readonly string[] }[] =
  [
    {
      threshold: -4.161784648895264,
      looks: [
        '04000d07ffffffffffffffffffffbbffffffffffffffffffffffffffffffffffffffffffbf7f4cbcbec75dd5',
        '02000d07ffffffffffffffffffffabbfffffafbfffffffffffffffffffffafbfffffffffbf7c8a8dbe81faca',
        '05010c07ffffabbfffffbfbf3bff2a2bffffaebfffffbfbfffffffffffffabafffffffffbf76e074be0fc438',
        '0a000903ffffffffffffffffffffbfeeffffeeeeffffffffffffffffffefeeaeffbbffeebf573f8d3ec4342f',
        '05010a0df4fcfaf0d5f5bffd00143d115155bf7ffffdfffffffffffb7ffff63bffffffffbf4f939a3edeb2b3',
        '15000608f77fcfffffffefffffff6e6bffffae3b33ff02deefff5fff47ff00ef7f7f0a33bf3b3d0f3ee04056',
      ],
    },
    {
      threshold: -4.0652265548706055,
      looks: [
        '02000e07ffffffffffffffffffffbbffffffffffffffffffffffffffffffffffffffffffbf7f4d41bf3872c9',
        '06090603ffffffff3fffffffffffffffffffffffffffffffffffffffffffffffffffffffbf7cb764bf07c303',
        '05000d07ffffbfffffffffffffffabbfffffafbfffffffffffffffffffffabbfffffffffbf6f365f3d858e72',
        '1a000202ffdfffffffffffffffffffffffffffffffffffffffffdfffffffffffffff7575bf4bb1413edb9072',
        '08020a07f7ffaaabffffbfaf037f222bbfaf6aafbfffbfbffffebfefff7fa2abe7dfbf9fbf3670193ed22e19',
        '0d000202fefbdffdbe7e77fd7fffefffbefefffbfffeefffafffffffbefdfff7a8387ff0bf42dd763ed74234',
      ],
    },
    {
      threshold: -4.6904473304748535,
      looks: [
        '01000e07ffffffffffffffffffffbbffffffffffffffffffffffffffffffffffffffffffbf7f4c23bf54d820',
        '0502070dfffffffff5f5f7ffffffffffffffffffffffffffffffffffffffffffffffffffbf7b5963beba3b57',
        '06090603ffffffff3fffffbfffffffffffffffffffffffffffffffffffffffffffffffffbf6b3d393da06799',
        '05000c06ffffbbffffdffffff7fda28affffaa8fffffffbfdffffffffffd8aabffbfabafbf4eb9ec3e485a2d',
        '08000101e3ffbbffeeee4ffefdfefffdfffcbffffffffffffd7ffff7f7fffffdafb87dfcbf313c5c3ec34963',
        '2106040c8eeed4048ae2ef74fffffff72a2efefcfdf7fff9bff7fff6dffff7f7fffbffffbf514e8c3eaef72f',
        '130e0202e7ffef2326ffffffe6fe6e22e4ffffeb75ff7637b7fdfffff5fffe67fff7ffffbf2263b83edcf304',
      ],
    },
    {
      threshold: -4.259032249450684,
      looks: [
        '0707060afffffffffff5ffffffffffffffffffffffffffffffffffffffffffffffffffffbf7f4589bf5c9e12',
        '0703060dffffffffd5f5f7f5ffffffffffffffffffffffffffffffffffffffffffffffffbf7bcb2fbf1300cd',
        '07080604ffffffbf33fff7b7fffff7ffffffffffffffffffffffffffffffffffffffffffbf6cddccbe0daddf',
        '1a000102ffffffffffaffffffffffffffff7ffffffbfffffffffffffffffffffffff5774bf47e0353e3c081e',
        '04000708f757ffbf33bfbaba9effefff37bbbbbb7fffffff3bff7fffefffefab3bbffbefbf39bd033eaaf929',
        '1b240503f32ff3000303fb02fffff7b03fe7e772bfbfefbbbf5bff12f7fff7b2bfefffffbf1d8fd53ec8c726',
        '0002030eee6ad754bcfaaffffffedfffeffffe7ffdfe77707e7fffffeffd7ffffdfffdffbf260ce53ec69416',
        '02270302fff7faeffe67ff7bfeeeeef642f6fa7c76ff7f4eff7dff57f0f7fe3ce477fbffbf0dfd213ee2b156',
      ],
    },
    {
      threshold: -4.000946521759033,
      looks: [
        '1401060dfffffffffffffffffffffffffffffffffdfdffffffffffffffffffffffffffffbf7f400fbf6457ff',
        '14090703ffffffffffffffffffffffffffffffff7fff6fffffffffffffffffffffffffffbf7c98aabf402a33',
        '1303070dfffffffffffffffffffbfffffffffffff0f4ffffffffffffffffffffffffffffbf64fbcb3d8fe92a',
        '0c000202ffffffffffffdff7ffffffffffdffffffefffffffffffdfffeffffffbabaffffbf38bec83e988228',
        '05010c07ffffabbfffefafbf3bff2a23f7ffaeafffffbfbeeffd7fffffffab8fff1fffdfbf1fdebb3ec562b9',
        '120d0203effbef2788cafef776ebcf22e4faef2a67fdc73584ffff7ff7ffdf77fcffebffbf0d550f3ed81ff6',
        '02240403eafffedffff7f767e6f6fe6ee2fefeee44df474ef96fef7fdcf642fcfe7bfcbfbf0882e83ee4062b',
        '1724010104303f3477f8bdd5feff7fdcfffc3ffcb7fdfff5fff47ffdbffffffcaeb829acbf24df143ec7a8c7',
      ],
    },
    {
      threshold: -4.689751148223877,
      looks: [
        '17030602fffffffffffffffffffffffffffffffffff7fffffff7ffffffffffffffffffffbf7f317abf61dfd7',
        '14090703ffffffffffffffffffffffffffffffff7fff4fffffffffffffffffffffffffffbf7c9d3bbf4a26e2',
        '1a000302ffffffffffffffffffffffffffffffffffeffffffffbfffbffefffffffff75f5bf6d1cb8be9985b7',
        '05080704fffff73733b3ff33ffff7ffffdffdf7fffffffffbfffbfffffffefbbffffffffbf396b6f3e64da25',
        '1709050462e360fff77fffff22feee7afbffff7f226f47fffffb7ff7f7fbffffffffff7fbf0e11933eb558bb',
        '170f0101efffe72b2efbffffeeefef6ae2ff6fefff77e3457f76ff73f6f5f726fffff7febf089bb43eca22ee',
        '09040101ae701174dffc757efffe7ffffffd7ffd3f7c47fcfefffffffbfcbfadbbf83bfdbf0fc6cb3ec299fd',
        '21240403efffffa26a29bf8af0fffe20f777ffb6ffefffe38f7fffe775ffd5d0c3dffff3bf02fce83ed04643',
      ],
    },
    {
      threshold: -4.217984199523926,
      looks: [
        '17030602fffffffffffffffffffffffffffffffffff7fffffff7ffffffffffffffffffffbf7f31d6bf61602e',
        '15030602ffffffffffffffffffffffffffffffffff77fffffff7fff7ff77ffffffffffffbf7acf6cbf1385ed',
        '17000203ffffffffffffffffffffffffffffffffffffffffffffffbffffffffffffff737bf67038dbe32bae9',
        '11000103ffffffffffffeffffffffffffffffdfffeffffffefff7efdfeffafffaabaeeffbf3e53ac3dc0d9aa',
        '0605040c5155f710dd51bee6dffefff4fffffffded95ffffbff6ffffffbff5fff7ffdfdfbf3053853e8d8de0',
        '1c000202fdbfbfbdfff7bffdfffffffdfffaffb7bf7afffdfffeffff3fdf7ffd1fff5575bf13574d3eafd1c2',
        '140d0101efefe626a2eefebeafeeaf26cce9efaebfffdf31e9fffffdfcf7ff52fffff7efbf0a55a43ecd229e',
        '00020402e6a0cef0fdf2aee46ffffff1efeeafa42f21bfb0fffcff7c7f77779fdfff477fbef802723ee4820c',
        '1525020104743e30b5b42ffefffffffffffc3effbfb5bfd4bffcdde59dff03f9aefc1418bf111e613ebbc229',
        '00230203f7efdec7baf7acedeaf2f2ee2032b9be7f7fdf087b7fdf56df66fd58fa42fedfbf03d6843ed0d62b',
      ],
    },
    {
      threshold: -4.034541606903076,
      looks: [
        '13020702ffffffffffffffffffffffffffffffffff77ffffffffffffff77ffffffffffffbf7ee892bf5ac215',
        '16030602fffffffffffffffffffffffffffffffff723fffffff7fff7ff77ffffffffffffbf791b61bf0762aa',
        '1300070fffffffffffffdfeffffffffffffffeffd1f0fffffffffffff3f7ffffffffffffbf5cbcd93d330bf6',
        '0e000202ddfff7ffffffbef7fffeeffffffdffffdffedfdbffffffffffffdddfaa6affffbf2e47a43e809e0b',
        '09020903ffedffcffdf7efdfffcdf9ecfdc4dfeeffeffffededfdffec377eb88fdc3f3ebbf1df3883e9e88ed',
        '240501018cde0430fef439fcfefeffffbfec77fd3ffeddf4fffebfff9ff8f7acaba815b8bf1ae0c13e9d5d10',
        '27180102efebde4368ffbff6bffeefbd7efaff7fffffbb54bf7d7e77f67dff50c2caff00bf1156203eb3518b',
        '0c21030478324a135b200fdfff6377f1393b3f7f077a9fdeff7e1f7ebfbb5f7b0b2f4a63bf0f17383eb27724',
        '01050302f3a2f7f2fffae7b277feff67f3f066d03e2297b3ffffbff73ff677d377751711bf126cdc3ea807b4',
      ],
    },
    {
      threshold: -3.4892759323120117,
      looks: [
        '13020702ffffffffffffffffffffffffffffffffff77ffffffffffffff77ffffffffffffbf7d3ae5bf3cf575',
        '16030602fffffffffffffffffffffffffffffffff723fffffff7fff7ff77ffffffffffffbf6f2463be89f5bd',
        '14080703fffffffffff7ffffffffffffffefffff6fff6effffff7ffffff7ffffffcf7effbf44d7c03d575279',
        '00160203eaffdffffeeefffffeff7f7be2faeffed6fbfcb7aeffff4dfefffffef2eeffd0bf1f95673e80bc55',
        '241d0304fffff793a3aeffaaafefe260e70fffe2c72fffe3ce1cfeffd577c480d5aff7f2bef20eef3ecad615',
        '21000201bebfeefbfbfdff7ffffefebfffff7f7dffa7bf34f7ddff7ff7fef7d8889815bcbf04858a3eb75f16',
        '03010d0bf2f4eab0f8ddf66e0054003349ffa7bfffe7ab9bffdfffdf777f3fabfbf7bffbbf2769083e9b8866',
        '1b1e0405df1bf9a37d23ff30befcbdf986136ff0bf3fbebf3f2bfff22fafafa00f0ffccabf069dd63ead4c22',
        '170b0101efbfab2b227f6ebeeeffaeaecaff7fff7fff7750167f7f7f77f76500fbeffebfbf1e4d6f3e941572',
      ],
    },
    {
      threshold: -3.022002935409546,
      looks: [
        '06030602ffffffffddffffffffffffffddfffffffffffffffcffffffff9fffffffffffffbf7a1f2ebf2011d9',
        '21030101aababdfffdfefffffffffffffffffffdbffbffffbfffbfffbfffffffbfff96ffbf6537d5bea34417',
        '15000304ffffffffefffefb7fffeffbfefffefeffff9fdafefdffffffd7df527eecff307bf2ff5243e04e72c',
        '25050202d2fedcdc79bf0cdf6afeffff1bb92f2fbefefd9cffffaf7fa8fedef8202abfafbf1204fa3e9abb1e',
        '02210504fa5fe8defe77ceea64faf2f6f237caaa405ece48eb5e427478ff46dfdfff444fbf08343a3eae5b8d',
        '080002017fbbfeffeefeffeffffffffddb7eeef7ffffbfedfffdfffeffffffffaab87fb8beec6ce53ed281e0',
        '112303010c200250fe7cbffcfddfbffb3ffa2ffe8dfcbfd4fff73ffceabef7bdaea02a90beff8c9d3eb4eaff',
        '00060302ffefdffbffe8fbb2fff77bb7f9e032f07f3237b3eff6b767777f76f7ff7777f7becdec883ee10362',
        '100d0304cb7fe922c034c7efaebfcc04cdffafffd771fe6784f7f3fffdf5776f45f7ff7dbf09f65b3ea4290c',
      ],
    },
    {
      threshold: -2.5489892959594727,
      looks: [
        '07030502ffffffffdddfffffff7dffffddffffffffbffbfffcfff9bfffffffffffffffffbf724c00beac59f7',
        '21030101aab8b5fefdfefffdffffdff7fffffffd9bfbffffbfffadffbffbffffbbdf84ffbf4d91cfbd1d8f11',
        '15060604fbffeefffff7ffffd7f9fe67fff3ffe363f700ffefff6bfffbf24ffffbcf6ecbbf156bc73e87b7ac',
        '01170402ef6fffffdefbffeceffffffefefefefe5bef77d7affffbf9f777f6f4fffff4eebef01d123ec1ddf8',
        '27240202ffebf7ebeeaee7cbeeeeffb2ffabff0099efd3a2860cd5cc4576f401d5b7f7f5beed7aa93eb8e808',
        '1808060b50d0bacef979ffdcfa3cfffa7b32fffa50d435d45c5459edfe33ffffff02fbbbbf2185f43e95fd5f',
        '17270602ebffd5000001cf016edfe820cfadffdbfdffef80ae6fff8de7ffd780afefffbfbf18ba133e8b6972',
        '122702010cf80670dfe96fbe3f5677fb3dfb23febefd1ffcffddff79bfbe5fbbbba0353abeea8f153ebdc46f',
      ],
    },
    {
      threshold: -2.5802578926086426,
      looks: [
        '06030502fffffdffd5ddf5ddefdfdbff5d3ffffff8cfbffff8effbdfffcfbffffffffbffbf6403e8be28a8a9',
        '07050604fffffbff33fbdeb3ffdfdfefbfbddbffffefffffbbbfbfabfac7fadbadfbff8bbf37d4b93cb467e9',
        '16160403fd77fdf739b1afefcf9fefbe3d6daecfb7bbc6ac1024f155acff888c08cdcccfbefd0e1a3e99d9c7',
        '001c0404f2ffceeeda03ceeffacaca8ae0e2ee42cfff4046db577b7fcf774446ff47d65ebf0d95a43e952f29',
        '18000203ef8edfe7fff7f1e7ff575beffbd79b5dff0effefbbf7f8b9fff761ddeee34561beef69083ebb96d6',
        '030203028eb298d0fede4ef4fd5fbfffffff9f9dbfee9f81fffbaaa22f771dfdbfaf205bbedad06c3ec8ec97',
        '2a040101dedf4e04187b51f6fe1617ef183f9fcfca7f3840c997513ff8faf2d8b83bfeffbed683253ebc2253',
        '000001018fa7e4a2ac28c96443abf2648a08e8e4fbefbbf20eb0d4ac3baff3f0d5bf4290bf1228873e98fd4a',
        '07210504e40ace0255c66fee7e3a6f79777cda660c64c67e4b6b46cb39d66d0b5bdf0747bf1adbf93e7c6fe1',
      ],
    },
    {
      threshold: -2.2425732612609863,
      looks: [
        '0b0402015855545510d7551dff1bd93f1919f3d7e8b0d0f8fe8e8bf8fa08aedfbafbbbefbf540648be5d61ae',
        '21150402f7ffff5fdf9fd15ffb7ffffefefedd3eff99fbd6fb7adabbffdfffd0fffbfffebf0bd99e3e8da200',
        '26060201f2d7f45ddbfb49fbd88fd5fa189f7adfda9bccccf0fc1369daaceed8bafaf3ffbed5367a3ed581c6',
        '00010d06f4dfbb9ffd5cff5f9ed42a0afc1daeaaf9d8b92effd0f3fffff0af2f7a5fe923bf0c69113e981e78',
        '0c170403f0bbfb52f1d6549fdb07b9b81712182755b4592f10625181ff7b7c5f59111e07beec8ee13eada628',
        '00000302ed8eebffef8ea3c0c101859b678a8ad4efc3bbbf5ff1a2fb67bf77ff4b2f1515beec55293eadc534',
        '1723020130c4b300f44c5338111ad2ddddd49555ba04a985d889803bba8d19f99f0818e0beec823b3ea62e05',
        '0f0f0202c1dbf1ab00dfedd151895700cdd7fdff61e5b1f70085e28573b5f353418fe5fbbefb58d03ead6a95',
        '11010303d9dfa3ab51ffd3f78111c16b603fe8c2daa3f99fffa7d0a258bbbf2fe0aeef06befb41173e9cddc5',
      ],
    },
    {
      threshold: -1.2258235216140747,
      looks: [
        '1c0402011200ddf3ff0080d0511192dfdf9741a53d22f3f3bfa988806b1b73efff9f55fbbf1d13c93e710aaf',
        '00060203f75f0bfff90f222ad907031b735329202b092dff330e2462734543ffdfc37773bf0318b03ea66f8f',
        '2a140102f5dbfaa7aa3bc39e7003d9129b4ec296d689e320110aaa0dc1c2f100f6cef114bf0487b33ea55459',
        '24270202f79becbbeacf4002310171b0c206c4c2c3aaeae2080a380055c381c1c9d7fdd4bf00d2ec3e9af36a',
        '0c1d0503809cbcd09e96d8df5747d7551db792cfa1d0caf088b0aa892b058b090fcd0b63beee3eb83eb15957',
        '17100302f0cbe2cbf35fd0dfc60d7ac7c09d91877383721551404024d303afcf75473b6dbefe027c3eaa4b7b',
        '13180704df53f152d8ecd6a6851141dc4569d12118d1e2aca121a0a0fb03c9ef3a22932bbeff4c573ea3db57',
        '0a030101d46005747ffb5d787fff5fff7def3d7ffffeffbcfffdfffffd7cffedbfee36ffbebb93a13ee9bc80',
        '0d240803705b61562217d00c959c1eb72b2df1df73a87e71bf48d1403983074e2b9f6b2fbf06b4db3ea717e4',
      ],
    },
    {
      threshold: -1.3604533672332764,
      looks: [
        '00140303eedb6b7fc67253df8010919fe2aab19ad48be3f3df89c283d98380b8ff9bd194bee77cb23ec738c7',
        '21000402f9ddd11df75b009b2000705b29050913d989a200ba8a080aca0629180a3a889fbefdebf23eaea36c',
        '26060202d0dfc8b51d15404f6a01005a3dc95289ca1290a8c72280ca80c2f2ce122be2fbbed2ae163ecb17cb',
        '2a1d0102ede3ef8366eeffbe36f77ff7cea5faed5d73ff224ef6fe7c11726774c7cfdd1ebeb3fdac3ef5d23a',
        '0b1b0403f662d3f0f682909c91408a1d7f97a49388401800f8065019889898eb4b4b01c3bedb2d963ecbfd1b',
        '05270302f03fe4efd83178c05006d4585252d783828c91cc500a8001f01bd1aaf61bbac3bedda9613ece89ff',
        '05040201a09c0290fd9801131102037f531c0153f0c2a0c8fa02000ac2820eb8ff8e0019bed3e42b3ee6d92f',
        '010e0a095191fbb310b3a06d0221f27ff9aed2e348028593de45808cbbcf9320dcbde310bedbefe93ed7f14b',
        '1910040360c648e7d8921c65c00801118044800cb02300d3faa580841a018ba35501c00bbef48e883ec042f2',
      ],
    },
    {
      threshold: -0.42518746852874756,
      looks: [
        '2701020cf90adf20bb30efb7af7fbfff2c77ff7bbfffbfbb7f77ff7f7dfdfdbef7bbfffabe2f5d293f277a78',
        '0c190403e4fe0d9094fd0fbdaffeff6c1d738f290c7c14e481f446e44e7d3c9a0f734a1fbecc22a23eea8832',
        '09060201f00404fc1191008d100221d11d03c085c080c090ea88000080001ab808088919bf092b113eb7607f',
        '140e0203edffe4aeeb64bf776fef2f8cc7edbffffc7fbd27d4f7fff7fa759f2dfff7e7efbecc7b8e3efdf808',
        '01060201cd23f3a2d2e2afea7effffb0ff6ebff08d7ef3ea177dff7d7f7637c7dfebb4f7becdfa603efda14a',
        '2301020280d62810d9c900c34041502911870022ec8080a881010000800043f98e1e08aabf1539773eae9ae6',
        '091c06042300f7ba8485001142104005dd859283940082958841a001020548b92d6fcc9bbee90e9f3ef1e213',
        '28270102c312a0c38080004000004112c0419000c002d802c00280800010b984c5af8a80bef35acb3ee0b16f',
        '00100103e86f6687c0031011c100000300101202100a5002881080006009180aea848089bf0125ad3ed4eedb',
      ],
    },
    {
      threshold: 0.02716345526278019,
      looks: [
        '090006022eae86f4f7ceffdefffffeff2a4afeea7efc3e4cfffcfffdffffda9422e4eee4be51745d3f4bcc25',
        '182104044c8dc9003f06ff335eee9efdcd2d3f715c3b2fba9e17ffbf077e1c8e2f834e3ebebac0173f1bf830',
        '160d01025053f80ee08ba000411000604000100dc00890010000000011082002e187d28abeed9a5f3f0e671d',
        '111f050365ac26d0f7540e4cfffe3b3bef342c1fe714b7a99bccff7c6fe7ad2f8e04250fbef0dc723f1594ec',
        '191f050381bfb7c0143c7f29eeff44e954815edd040fcd08e40d778586ce6e8c0dcbad07bef959493f0be0bf',
        '1c1502058f769d961d34bf67fffefffd32a2e77a7ff44cadbdfc3fb8b3f7a5febd43fdcebeddfc383f26d954',
        '07200504900068821413a04040006103581180490082a038b80900a000812088590b0148bf0b1e493f071c82',
      ],
    },
    {
      threshold: 0.49174150824546814,
      looks: [
        '0a0f04030009d40200f073f476f7ff64e466ffd6353e733704f4dff77777772500f476f5be2ed44b3f6866f9',
        '210004061003030d800080108040c00080014000008210a190080040010000c824c40098bef9924e3f3bad4d',
        '1d0802018230ba002fea3fb63afe3b2263bc3f2005752b82ef765f923b77d6cadd590d55bece4b313f5312f0',
        '141e03023822045ac064e7b72effbff1bff52fe42e7025d9afbd3d7437f507af85c900bebeb9959a3f5efc36',
        '0b240802000000d06210088000000082201540000200a0a0a8080080010018015204000bbf1d5e623f18d9b0',
        '1a1804046ee3ce0b3dac2810eefffdfdc5306e905dfb5f94ac107d69fffe0d1eb5bb0119bee995583f651334',
        '181c02020200023c9108000040010001d301000026800028008000000800809819032102bf06501f3f37e52d',
      ],
    },
    {
      threshold: 1.9084988832473755,
      looks: [
        '0115040400082e0000020000fec00004000800000000024000100001000000000000a000bf4ccccd3f7aed57',
        '0a0a0b0b0400000000000000000010004004000000002000200000000000000400040000bf7752ee3f6da60b',
      ],
    },
  ];
